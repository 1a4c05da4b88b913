// The door to SQLite. Here stands only what Swift cannot import by itself: macros that cast, and variadic functions.
#pragma once
#define SQLITE_HAS_CODEC 1  // declares sqlite3_key and its kin
#include <openssl/sha.h>
#include <sqlite3.h>
#if SQLITE_VERSION_NUMBER < 3053000
#error "This is another SQLite than Sotto's own: run scripts/deps, and build through scripts/build."
#endif

/// Switches one SQLITE_DBCONFIG_* of a connection on or off (a negative value only asks); `now` gets what holds after.
static inline int sotto_sqlite_db_config(sqlite3 *db, int option, int on, int *now) {
  return sqlite3_db_config(db, option, on, now);
}

/// The SHA-256 of `count` bytes, from the library that the cipher comes from; `digest` gets 32 bytes. 0 when it failed.
static inline int sotto_sha256(const void *bytes, size_t count, unsigned char *digest) {
  return SHA256((const unsigned char *)bytes, count, digest) != 0;
}
