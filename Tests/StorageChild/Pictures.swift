import Domain
import Glibc
import Storage
import TestSupport

/// Keeps pictures and sends them, one after the other, and says a word for each that is sent, until it is killed after a
/// time that follows from the seed. Some pictures are sent twice, and some messages are removed again.
func sendPictures(_ store: SQLiteStore, seed: UInt64) async throws {
  let chance = ManualSurroundings(seed: seed)
  let start = try await store.read { store throws(StoreError) in try store.tip(of: id)?.sequence ?? 0 }
  try killMyself(afterMicroseconds: chance.random(in: 2_000...250_000))
  var number = UInt64(start)
  while !Task.isCancelled {
    number += 1
    let shown = try await put(number / 2, bytes: Int(number / 2 % 30) * 10_000 + 10, in: store)
    let next = number
    try await store.write { store throws(StoreError) in try store.setDraft(Draft(pictures: [shown]), in: id) }
    try await store.write { store throws(StoreError) in
      try append(next, store, showing: [shown])
      try store.setDraft(Draft(), in: id)
      if next % 5 == 0 { try store.remove(message(next - 3)) }
    }
    say()
  }
}

/// Sends one picture and deletes it again, until it is killed.
func removeSamePicture(_ store: SQLiteStore) async throws {
  var number: UInt64 = 1_000
  while !Task.isCancelled {
    number += 1
    do {
      try await sendAndRemove(number, store)
      say()
    } catch StoreError.pictureMissing {
      // The parent has just deleted it: the user is told, and adds it again.
    }
  }
}

private func sendAndRemove(_ number: UInt64, _ store: SQLiteStore) async throws {
  let other = ChatID(high: 0x0190_0000_0000_7000, low: 1 << 63 | 2)
  let shown = try await put(1, bytes: 3_000, in: store)
  try await store.write { store throws(StoreError) in try append(number, store, showing: [shown], in: other) }
  try await store.write { store throws(StoreError) in try store.remove(message(number)) }
}

/// The picture that the tests know by this number, in so many bytes.
private func put(_ number: UInt64, bytes count: Int, in store: SQLiteStore) async throws -> Attachment {
  func file(_ size: Int, _ salt: UInt8) -> PictureFile {
    let chance = ManualSurroundings(seed: number)
    var bytes: [UInt8] = [0xFF, 0xD8, 0xFF, salt]
    while bytes.count < size { withUnsafeBytes(of: chance.random()) { bytes += $0 } }
    return PictureFile(bytes: Array(bytes.prefix(size - 2)) + [0xFF, 0xD9], format: .jpeg)
  }
  let hash = try await store.pictures.put(
    PreparedPicture(full: file(count, 1), preview: file(600, 2), thumbnail: file(80, 3), width: 40, height: 30))
  let kept = KeptPicture(hash: hash, format: .jpeg, bytes: Int64(count))
  return Attachment(content: .kept(kept), width: 40, height: 30, alternative: "A picture")
}

private func say() { write(STDOUT_FILENO, "+", 1) }

/// By a timer of the kernel, so that it comes between any two instructions.
private func killMyself(afterMicroseconds microseconds: Int) throws {
  var event = sigevent()
  event.sigev_notify = Int32(SIGEV_SIGNAL)
  event.sigev_signo = SIGKILL
  var timer: timer_t?
  var time = itimerspec()
  time.it_value = timespec(tv_sec: 0, tv_nsec: microseconds * 1_000)
  // The first timer of a process has the number 0, which reads as nil.
  guard timer_create(CLOCK_MONOTONIC, &event, &timer) == 0, timer_settime(timer, 0, &time, nil) == 0
  else { exit(70) }
}
