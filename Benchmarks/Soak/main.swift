// Kills a process that sends and acknowledges, again and again, and counts what is missing afterwards.
//
//   sotto-soak kill --rounds 1000 --home DIR      kill -9 at random moments
//   sotto-soak full-disk --home DIR               DIR lies on a small file system that the run fills
//   sotto-soak send --home DIR                    (the child) sends for ever, printing each acknowledged id
import Glibc

let arguments = Array(CommandLine.arguments.dropFirst())

func option(_ name: String) -> String? {
  arguments.firstIndex(of: name).flatMap { arguments.indices.contains($0 + 1) ? arguments[$0 + 1] : nil }
}

guard let home = option("--home") else {
  say("sotto-soak: --home DIR is missing", on: STDERR_FILENO)
  exit(2)
}

switch arguments.first {
case "send": await sendForEver(home: home)
case "kill":
  let failed = await killRounds(Int(option("--rounds") ?? "1000") ?? 1_000, home: home)
  exit(failed ? 1 : 0)
case "full-disk": exit(await fillDisk(home: home) ? 0 : 1)
default:
  say("sotto-soak: kill, full-disk or send", on: STDERR_FILENO)
  exit(2)
}
