// Kills a process that sends and acknowledges, again and again, and counts what is missing afterwards.
//
//   sotto-soak kill --rounds 1000 --home DIR           kill -9 at random moments
//   sotto-soak kill-pictures --rounds 200 --home DIR   the same while it takes in pictures
//   sotto-soak strange-rows --rounds 2000 --home DIR   nonsense in the database; --seed N has a round again
//   sotto-soak strange-row --seed N --home DIR         (the child) one such round
//   sotto-soak kill-replies --rounds 100 --home DIR    kill -9 of the app and of the engine while local models reply
//   sotto-soak sequences --rounds 1000 --home DIR      send, stop, switch, delete, kill in any order; --seed N as before
//   sotto-soak hostile-models --rounds 200 --home DIR  models' files that are made to do harm, and so many damaged by chance
//   sotto-soak full-disk --home DIR                    DIR lies on a small file system that the run fills
//   sotto-soak send --home DIR                         (the child) sends for ever, printing each acknowledged id
//   sotto-soak send-pictures --home DIR                (the child) the same with pictures
//   sotto-soak reply --home DIR                        (the child) has local models reply for ever
import Platform
import TestSupport

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
case "reply": await replyForEver(home: home)
case "kill-replies":
  let failed = await killReplyRounds(Int(option("--rounds") ?? "100") ?? 100, home: home)
  exit(failed ? 1 : 0)
case "sequences":
  let seed = option("--seed").flatMap(UInt64.init) ?? UInt64.random(in: 0...999_999)
  let failed = await sequences(Int(option("--rounds") ?? "1000") ?? 1_000, seed: seed, home: home)
  exit(failed ? 1 : 0)
case "hostile-models":
  let damaged = (0..<(UInt64(option("--rounds") ?? "200") ?? 200)).map { HostileModel.damaged(seed: $0) }
  exit(await hostileFiles(HostileModel.made + damaged, home: home) ? 1 : 0)
case "full-disk": exit(await fillDisk(home: home) ? 0 : 1)
default:
  say(
    "sotto-soak: kill, kill-pictures, kill-replies, sequences, hostile-models, strange-rows, full-disk, send, send-pictures or reply",
    on: STDERR_FILENO)
  exit(2)
}
