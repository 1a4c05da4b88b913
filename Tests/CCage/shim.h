// The kernel's own numbers for what the cage's test tries: the C library's functions would ask for other things first.
// Also a filter by which a test's own calls fail.
#pragma once
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

typedef enum {
  SOTTO_CALL_CONNECT = SYS_connect,
  SOTTO_CALL_BIND = SYS_bind,
  SOTTO_CALL_SENDTO = SYS_sendto,
  SOTTO_CALL_CLONE = SYS_clone,
  SOTTO_CALL_CLONE3 = SYS_clone3,
  SOTTO_CALL_EXECVE = SYS_execve,
  SOTTO_CALL_PTRACE = SYS_ptrace,
  SOTTO_CALL_VM_READ = SYS_process_vm_readv,
  SOTTO_CALL_TGKILL = SYS_tgkill,
  SOTTO_CALL_IO_URING = SYS_io_uring_setup,
  SOTTO_CALL_MEMFD = SYS_memfd_create,
  SOTTO_CALL_BPF = SYS_bpf,
  SOTTO_CALL_USERFAULT = SYS_userfaultfd,
  SOTTO_CALL_UNSHARE = SYS_unshare,
  SOTTO_CALL_PRCTL = SYS_prctl,
  SOTTO_CALL_PRLIMIT = SYS_prlimit64,
  // The call for the process's number, as a program of the x32 kind would write it; elsewhere one that never was.
  SOTTO_CALL_FOREIGN = 0x40000000 | SYS_getpid,
} SottoCall;

static inline long sotto_call(SottoCall number, long a, long b, long c, long d, long e, long f) {
  return syscall(number, a, b, c, d, e, f);
}

/// From here on each lock on a whole file fails with this number, on this thread and in what it starts. 0 where it holds.
static inline int sotto_refuse_locks(int code) {
  struct sock_filter program[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (unsigned)offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_flock, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (unsigned)code),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog whole = {sizeof program / sizeof *program, program};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &whole);
}
