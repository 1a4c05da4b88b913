// What glibc's headers show only to C that asks for GNU's own, and Swift does not ask.
#pragma once
#include <spawn.h>

/// A session of its own (`POSIX_SPAWN_SETSID`).
static const short sotto_spawn_setsid = 0x80;
/// The other end of a socket was closed (`POLLRDHUP`).
static const short sotto_poll_closed = 0x2000;

extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int from);
extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *, const char *path);
