// The door to the kernel's locks for processes that read files of strangers. Here stands only what Swift cannot import by
// itself: variadic functions, and the program of numbers that the kernel runs at each system call.
#pragma once
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/prctl.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/// This process and its children never gain rights by starting a program.
static inline int sotto_no_new_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }

/// No core file, and no other process of the user looks into this one.
static inline int sotto_not_dumpable(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

/// Moves this process, while it has one thread, to a network of its own in which there is nothing.
static inline long sotto_leave_network(void) { return syscall(SYS_unshare, CLONE_NEWUSER | CLONE_NEWNET | CLONE_NEWIPC); }

/// Gives up all capabilities, also those that a user namespace brought.
static inline long sotto_drop_capabilities(void) {
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct none[2] = {{0, 0, 0}, {0, 0, 0}};
  return syscall(SYS_capset, &header, none);
}

/// Closes what the app may have left open, from this number on.
static inline long sotto_close_from(unsigned first) { return syscall(SYS_close_range, first, ~0U, 0); }

/// The first four numbers that the kernel knows of a set of rules, whatever the headers at hand know.
struct sotto_rules {
  uint64_t files, network, scopes;
};
struct __attribute__((packed)) sotto_beneath {
  uint64_t allowed;
  int32_t parent;
};

/// The version of Landlock that this kernel has; 0 where it has none.
static inline long sotto_landlock_version(void) {
  long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
  return version > 0 ? version : 0;
}

/// From here on this thread and those it starts may do nothing with files, the network, and processes outside, but for
/// `allowed` beneath the root folder. 0 where it holds.
static inline long sotto_landlock(uint64_t allowed) {
  static const uint64_t files[] = {0, 13, 14, 15, 15, 16};  // how many rights each version knows
  long version = sotto_landlock_version();
  if (version == 0) return -1;
  struct sotto_rules rules = {(1ULL << files[version < 5 ? version : 5]) - 1, version >= 4 ? 3 : 0, version >= 6 ? 3 : 0};
  size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
  long set = syscall(SYS_landlock_create_ruleset, &rules, size, 0);
  if (set < 0) return -1;
  long result = 0;
  if (allowed != 0) {
    struct sotto_beneath root = {allowed, (int32_t)syscall(SYS_openat, -100, "/", 010000000 /* O_PATH */, 0)};
    result = syscall(SYS_landlock_add_rule, set, LANDLOCK_RULE_PATH_BENEATH, &root, 0);
    close(root.parent);
  }
  if (result == 0) result = syscall(SYS_landlock_restrict_self, set, 0);
  close((int)set);
  return result;
}

#if defined(__x86_64__)
#define SOTTO_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define SOTTO_ARCH AUDIT_ARCH_AARCH64
#else
#define SOTTO_ARCH 0
#endif

#define SOTTO_LOAD(place) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)(place))
#define SOTTO_CALL SOTTO_LOAD(offsetof(struct seccomp_data, nr))
#define SOTTO_WORD(n) SOTTO_LOAD(offsetof(struct seccomp_data, args[n]))
#define SOTTO_END(what) BPF_STMT(BPF_RET | BPF_K, (what))
#define SOTTO_KILL SOTTO_END(SECCOMP_RET_KILL_PROCESS)
#define SOTTO_REFUSE(code) SOTTO_END(SECCOMP_RET_ERRNO | (code))
/// If the number is this one, that is the end.
#define SOTTO_IF(number, end) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(number), 0, 1), end
/// If it is another one, so many lines are left out.
#define SOTTO_UNLESS(number, lines) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(number), 0, lines)
#define SOTTO_PASS(name) SOTTO_IF(SYS_##name, SOTTO_END(SECCOMP_RET_ALLOW))
#define SOTTO_FATAL(name) SOTTO_IF(SYS_##name, SOTTO_KILL)

/// From here on all threads of this process may compute, have memory and threads, and talk over the descriptors that they
/// have; with `asks_flags`, ask how one is open, and copy it. Whatever a library may try in good faith is refused; what only an attacker
/// does ends the process. 0 where it holds.
static inline long sotto_filter_calls(int asks_flags) {
  if (SOTTO_ARCH == 0) return -1;
  struct sock_filter program[] = {
      // Calls of another architecture have other numbers.
      SOTTO_LOAD(offsetof(struct seccomp_data, arch)), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SOTTO_ARCH, 1, 0), SOTTO_KILL,
      SOTTO_CALL,
#if defined(__x86_64__)
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1), SOTTO_KILL,  // x32
#endif
      // Talking, over what is open.
      SOTTO_PASS(read), SOTTO_PASS(readv), SOTTO_PASS(write), SOTTO_PASS(writev), SOTTO_PASS(close), SOTTO_PASS(fstat),
      SOTTO_PASS(lseek), SOTTO_PASS(fadvise64), SOTTO_PASS(ppoll),
      // What `fdopen` asks; never to change it, and no other use of this call.
      SOTTO_UNLESS(SYS_fcntl, 4), SOTTO_WORD(1),
      SOTTO_IF(F_GETFL, SOTTO_END(asks_flags ? SECCOMP_RET_ALLOW : SECCOMP_RET_ERRNO | EPERM)), SOTTO_REFUSE(EPERM),
      // A descriptor's copy leads where the descriptor does.
      SOTTO_IF(SYS_dup, SOTTO_END(asks_flags ? SECCOMP_RET_ALLOW : SECCOMP_RET_ERRNO | EPERM)),
      // A word to the other end of a socket, not to an address.
      SOTTO_UNLESS(SYS_sendto, 4), SOTTO_WORD(5), SOTTO_IF(0, SOTTO_END(SECCOMP_RET_ALLOW)), SOTTO_KILL,
      // Memory, of which none can be made a program.
      SOTTO_PASS(munmap), SOTTO_PASS(mremap), SOTTO_PASS(madvise), SOTTO_PASS(brk), SOTTO_PASS(mincore),
      SOTTO_UNLESS(SYS_mmap, 4), SOTTO_WORD(2), BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 1, 0),
      SOTTO_END(SECCOMP_RET_ALLOW), SOTTO_REFUSE(EACCES),
      SOTTO_UNLESS(SYS_mprotect, 4), SOTTO_WORD(2), BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 1, 0),
      SOTTO_END(SECCOMP_RET_ALLOW), SOTTO_REFUSE(EACCES),
      // Threads, and no processes. The newer call hides what it is asked for; C libraries then take the older one.
      SOTTO_IF(SYS_clone3, SOTTO_REFUSE(ENOSYS)),
      SOTTO_UNLESS(SYS_clone, 4), SOTTO_WORD(0), BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 0, 1),
      SOTTO_END(SECCOMP_RET_ALLOW), SOTTO_KILL,
      SOTTO_PASS(futex), SOTTO_PASS(set_robust_list), SOTTO_PASS(rseq), SOTTO_PASS(sched_yield),
      SOTTO_PASS(sched_getaffinity), SOTTO_PASS(gettid), SOTTO_PASS(getpid), SOTTO_PASS(membarrier), SOTTO_PASS(getcpu),
      SOTTO_PASS(exit), SOTTO_PASS(exit_group), SOTTO_PASS(restart_syscall),
      // Signals to itself alone: that is how a process gives up.
      SOTTO_PASS(rt_sigaction), SOTTO_PASS(rt_sigprocmask), SOTTO_PASS(rt_sigreturn), SOTTO_PASS(sigaltstack),
      SOTTO_UNLESS(SYS_tgkill, 4), SOTTO_WORD(0), SOTTO_IF((uint32_t)getpid(), SOTTO_END(SECCOMP_RET_ALLOW)), SOTTO_KILL,
      // Time, chance, and what it uses itself.
      SOTTO_PASS(clock_gettime), SOTTO_PASS(clock_getres), SOTTO_PASS(clock_nanosleep), SOTTO_PASS(nanosleep),
      SOTTO_PASS(gettimeofday), SOTTO_PASS(getrandom), SOTTO_PASS(getrusage), SOTTO_PASS(uname), SOTTO_PASS(sysinfo),
      SOTTO_UNLESS(SYS_prlimit64, 4), SOTTO_WORD(0), SOTTO_IF(0, SOTTO_END(SECCOMP_RET_ALLOW)), SOTTO_REFUSE(EPERM),
      // A thread's name, and whether these locks are there.
      SOTTO_UNLESS(SYS_prctl, 8), SOTTO_WORD(0), SOTTO_IF(PR_SET_NAME, SOTTO_END(SECCOMP_RET_ALLOW)),
      SOTTO_IF(PR_GET_SECCOMP, SOTTO_END(SECCOMP_RET_ALLOW)), SOTTO_IF(PR_GET_NO_NEW_PRIVS, SOTTO_END(SECCOMP_RET_ALLOW)),
      SOTTO_REFUSE(EPERM),
#if defined(__x86_64__)
      SOTTO_PASS(poll), SOTTO_PASS(time), SOTTO_FATAL(fork), SOTTO_FATAL(vfork),
#endif
      // No library that computes has a reason for any of these.
      SOTTO_FATAL(execve), SOTTO_FATAL(execveat), SOTTO_FATAL(ptrace), SOTTO_FATAL(process_vm_readv),
      SOTTO_FATAL(process_vm_writev), SOTTO_FATAL(kill), SOTTO_FATAL(tkill), SOTTO_FATAL(rt_sigqueueinfo),
      SOTTO_FATAL(rt_tgsigqueueinfo), SOTTO_FATAL(pidfd_open), SOTTO_FATAL(pidfd_getfd), SOTTO_FATAL(pidfd_send_signal),
      SOTTO_FATAL(connect), SOTTO_FATAL(bind), SOTTO_FATAL(listen), SOTTO_FATAL(accept4), SOTTO_FATAL(sendmsg),
      SOTTO_FATAL(sendmmsg), SOTTO_FATAL(mount), SOTTO_FATAL(umount2), SOTTO_FATAL(pivot_root), SOTTO_FATAL(chroot),
      SOTTO_FATAL(unshare), SOTTO_FATAL(setns), SOTTO_FATAL(bpf), SOTTO_FATAL(perf_event_open), SOTTO_FATAL(keyctl),
      SOTTO_FATAL(add_key), SOTTO_FATAL(request_key), SOTTO_FATAL(userfaultfd), SOTTO_FATAL(io_uring_setup),
      SOTTO_FATAL(io_uring_enter), SOTTO_FATAL(io_uring_register), SOTTO_FATAL(personality), SOTTO_FATAL(init_module), SOTTO_FATAL(finit_module),
      SOTTO_FATAL(kexec_load),
      // All others: files to open or to change, sockets, and whatever a kernel may bring.
      SOTTO_REFUSE(EPERM),
  };
  struct sock_fprog filter = {(unsigned short)(sizeof program / sizeof program[0]), program};
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &filter);
}

/// Whether the kernel holds a filter over this process.
static inline int sotto_is_filtered(void) { return prctl(PR_GET_SECCOMP, 0, 0, 0, 0) == 2; }
