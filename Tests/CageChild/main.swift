import CCage
import Confinement
import Glibc

// What a file might try that has taken its reader over: does one thing inside the very cage of a worker, and
// says how that went: "done", or the error's number. A cage that ends the process for it lets nothing be said.
//
// usage: CageChild WHAT FOLDER PARENT strict|handed|free   the cage of `sotto-pictures`, that of a worker with the one
// file 3 and no limits to memory and time, or none
let words = CommandLine.arguments
guard words.count == 5, let parent = Int32(words[3]) else { exit(2) }
let (what, folder) = (words[1], words[2])
var rules = Confinement.Rules.strict
if words[4] == "handed" {
  rules = Confinement.Rules(memory: nil, processorTime: nil)
  rules.closesFrom = 4
  rules.asksFlags = true
}
if words[4] != "free" { _ = Confinement.enter(rules).close() }

func call(_ number: SottoCall, _ words: Int...) -> Int {
  let all = words + Array(repeating: 0, count: 6 - words.count)
  return sotto_call(number, all[0], all[1], all[2], all[3], all[4], all[5])
}

func tried() -> Int {
  var byte: UInt8 = 0
  switch what {
  case "nothing": return 0
  case "read": return Int(open(folder + "/kept", O_RDONLY))
  case "read what was handed over": return Int(read(3, &byte, 1))
  case "read the one after it": return Int(read(4, &byte, 1))
  case "ask how it is open": return Int(fcntl(3, F_GETFL))
  case "change how it is open": return Int(fcntl(3, F_SETFL, O_NONBLOCK))
  case "copy it": return Int(fcntl(3, F_DUPFD, 9))
  case "write": return Int(open(folder + "/kept", O_WRONLY))
  case "create": return Int(open(folder + "/new", O_WRONLY | O_CREAT, 0o600))
  case "unlink": return Int(unlink(folder + "/kept"))
  case "rename": return Int(rename(folder + "/kept", folder + "/gone"))
  case "link": return Int(link(folder + "/kept", folder + "/gone"))
  case "symlink": return Int(symlink(folder + "/kept", folder + "/gone"))
  case "mkdir": return Int(mkdir(folder + "/new", 0o700))
  case "chmod": return Int(chmod(folder + "/kept", 0o777))
  case "chown": return Int(chown(folder + "/kept", 1, 1))
  case "truncate": return Int(truncate(folder + "/kept", 0))
  case "stat":
    var found = stat()
    return Int(stat(folder + "/kept", &found))
  case "list": return opendir(folder) == nil ? -1 : 0
  case "socket unix": return Int(socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0))
  case "socket inet": return Int(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
  case "connect": return call(SOTTO_CALL_CONNECT, 1, 0, 0)
  case "bind": return call(SOTTO_CALL_BIND, 1, 0, 0)
  case "send to": return call(SOTTO_CALL_SENDTO, 1, 0, 0, 0, 0, 16)
  case "fork": return call(SOTTO_CALL_CLONE, Int(SIGCHLD))
  case "clone3": return call(SOTTO_CALL_CLONE3, 0, 0)
  case "execve": return call(SOTTO_CALL_EXECVE, 0, 0, 0)
  case "ptrace": return call(SOTTO_CALL_PTRACE, 16, Int(parent), 0, 0)
  case "read another's memory": return call(SOTTO_CALL_VM_READ, Int(parent), 0, 0, 0, 0, 0)
  case "kill": return Int(kill(parent, 0))
  case "kill by thread": return call(SOTTO_CALL_TGKILL, Int(parent), Int(parent), 0)
  case "io_uring": return call(SOTTO_CALL_IO_URING, 1, 0)
  case "memfd": return call(SOTTO_CALL_MEMFD, 0, 0)
  case "bpf": return call(SOTTO_CALL_BPF, 0, 0, 0)
  case "userfaultfd": return call(SOTTO_CALL_USERFAULT, 0)
  case "unshare": return call(SOTTO_CALL_UNSHARE, 0)
  case "dumpable": return call(SOTTO_CALL_PRCTL, 4, 1, 0, 0, 0)
  case "code": return mmap(nil, 4_096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? -1 : 0
  case "another's limits": return call(SOTTO_CALL_PRLIMIT, Int(parent), 7, 0, 0)
  case "another architecture": return call(SOTTO_CALL_FOREIGN)
  default: exit(2)
  }
}

let result = tried()
let said = result < 0 ? "\(errno)" : "done"
_ = Array(said.utf8).withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
exit(0)
