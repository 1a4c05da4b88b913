// Kills a process that sends and acknowledges, again and again, and counts what is missing afterwards.
//
//   sotto-soak kill --rounds 1000 --home DIR           kill -9 at random moments
//   sotto-soak kill-pictures --rounds 200 --home DIR   the same while it takes in pictures
//   sotto-soak strange-rows --rounds 2000 --home DIR   nonsense in the database; --seed N has a round again
//   sotto-soak strange-row --seed N --home DIR         (the child) one such round
//   sotto-soak full-disk --home DIR                    DIR lies on a small file system that the run fills
//   sotto-soak send --home DIR                         (the child) sends for ever, printing each acknowledged id
//   sotto-soak send-pictures --home DIR                (the child) the same with pictures
import Platform

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
case "send-pictures": await sendPicturesForEver(home: home)
case "kill-pictures":
  let failed = await killPictureRounds(Int(option("--rounds") ?? "200") ?? 200, home: home)
  exit(failed ? 1 : 0)
case "strange-rows":
  let seed = option("--seed").flatMap(UInt64.init) ?? UInt64.random(in: 0...999_999)
  let failed = await strangeRounds(Int(option("--rounds") ?? "2000") ?? 2_000, seed: seed, home: home)
  exit(failed ? 1 : 0)
case "strange-row": exit(await strangeRow(seed: option("--seed").flatMap(UInt64.init) ?? 0, home: home))
case "full-disk": exit(await fillDisk(home: home) ? 0 : 1)
default:
  say("sotto-soak: kill, kill-pictures, strange-rows, full-disk, send or send-pictures", on: STDERR_FILENO)
  exit(2)
}
