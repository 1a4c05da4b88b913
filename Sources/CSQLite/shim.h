// The door to SQLite. Here stands only what Swift cannot import by itself: macros that cast, and variadic functions.
#pragma once
#define SQLITE_HAS_CODEC 1  // declares sqlite3_key and its kin
#include <openssl/sha.h>
#include <sqlite3.h>
#if SQLITE_VERSION_NUMBER < 3053000
#error "This is another SQLite than Sotto's own: run scripts/deps, and build through scripts/build."
#endif

/// SQLITE_TRANSIENT: SQLite makes its own copy of the bytes that are bound.
static inline sqlite3_destructor_type sotto_sqlite_transient(void) { return SQLITE_TRANSIENT; }

/// Switches one SQLITE_DBCONFIG_* of a connection on or off (a negative value only asks); `now` gets what holds after.
static inline int sotto_sqlite_db_config(sqlite3 *db, int option, int on, int *now) {
  return sqlite3_db_config(db, option, on, now);
}

/// Tells `log` of every error and warning in SQLite. To be called before the first connection is opened.
static inline int sotto_sqlite_config_log(void (*log)(void *, int, const char *), void *context) {
  return sqlite3_config(SQLITE_CONFIG_LOG, log, context);
}

/// The interface through which tokenizers of the full-text search are made known; null when there is none.
static inline fts5_api *sotto_sqlite_fts5_api(sqlite3 *db) {
  fts5_api *api = 0;
  sqlite3_stmt *statement = 0;
  if (sqlite3_prepare_v2(db, "SELECT fts5(?1)", -1, &statement, 0) != SQLITE_OK) return 0;
  sqlite3_bind_pointer(statement, 1, &api, "fts5_api_ptr", 0);
  sqlite3_step(statement);
  sqlite3_finalize(statement);
  return api;
}

/// The SHA-256 of `count` bytes, from the library that the cipher comes from; `digest` gets 32 bytes. 0 when it failed.
static inline int sotto_sha256(const void *bytes, size_t count, unsigned char *digest) {
  return SHA256((const unsigned char *)bytes, count, digest) != 0;
}
