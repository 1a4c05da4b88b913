import Domain
import Glibc
import Pictures
import TestSupport
import Testing
import Workers

/// Readers that misbehave: programs written by the tests in the place of the real one.
@Suite struct ReaderTests {
  private let fixture = PicturesFixture()

  /// Says that it is ready and reads an order with its picture, as a real reader does.
  private static let opening = """
    import os, struct, signal, time
    def take(count):
        data = b""
        while len(data) < count:
            part = os.read(0, count - len(data))
            if not part: os._exit(0)
            data += part
        return data
    def claim(kind, count): os.write(1, struct.pack("<2I", kind, count))
    def frame(kind, data=b""):
        claim(kind, len(data))
        os.write(1, data)
    def answer(*words): frame(4, struct.pack("<4Q", *words))
    def part(*words): frame(5, struct.pack("<4Q", *words))
    def order():
        assert struct.unpack("<2I", take(8)) == (2, 80)
        words = struct.unpack("<10Q", take(80))
        kind, count = struct.unpack("<2I", take(8))
        assert kind == 3
        take(count)
        return words
    frame(1, b"SottoPR2")
    words = order()

    """

  private func python(_ program: String) throws -> String {
    let text = "#!/usr/bin/env -S PATH=\(path) python3 -S -E\n" + Self.opening + program + "\n"
    return try fixture.write(Array(text.utf8), as: "reader-\(abs(program.hashValue)).py", mode: 0o700)
  }

  private func shell(_ program: String, as name: String = "reader.sh") throws -> String {
    try fixture.write(Array("#!/bin/sh\n\(program)\n".utf8), as: name, mode: 0o700)
  }

  private var path: String { getenv("PATH").map { String(cString: $0) } ?? "/usr/bin" }

  private static let red = PictureSource.bytes(smallPNG, name: "red.png")

  @Test func `a reader that hangs is ended in time, and the next picture is read by a new one`() async throws {
    let real = BuiltProgram.path(of: "sotto-pictures")
    let reader = try shell(
      "if [ -e '\(fixture.path)/once' ]; then exec '\(real)'; fi\n: > '\(fixture.path)/once'; exec sleep 900")
    let fixture = PicturesFixture(reader: reader, time: .milliseconds(1_500))
    await #expect(throws: PictureError.tooHard(name: "red.png")) { try await fixture.keeper.add(Self.red) }
    let attachment = try await PicturesFixture(reader: reader).keeper.add(Self.red)
    #expect(attachment.width == 16)
    #expect(try await fixture.keeper.add(Self.red) == attachment)
  }

  @Test func `a reader that is not there is named`() async {
    await #expect(throws: PictureError.noReader(.system("No such file or directory"))) {
      try await PicturesFixture(reader: "/nowhere/sotto-pictures").keeper.add(Self.red)
    }
  }

  @Test func `a reader that ends at once is named`() async throws {
    let reader = try shell("exit 3")
    await #expect(throws: PictureError.noReader(.endedAtOnce)) {
      try await PicturesFixture(reader: reader).keeper.add(Self.red)
    }
  }

  @Test(arguments: [
    ("SIGSEGV", false), ("SIGABRT", true), ("SIGTRAP", true), ("SIGXCPU", true), ("SIGKILL", true), ("SIGBUS", false),
  ])
  func `a reader that dies of a picture says so of the picture`(signal: String, isTooHard: Bool) async throws {
    let reader = try python("os.kill(os.getpid(), signal.\(signal))")
    let error = isTooHard ? PictureError.tooHard(name: "red.png") : .damaged(name: "red.png")
    await #expect(throws: error) { try await PicturesFixture(reader: reader).keeper.add(Self.red) }
  }

  @Test(arguments: [
    "os.write(1, b'Hello, I am no reader of pictures at all. ' * 9)", "answer(0, 16, 16, 1 << 40)",
    "answer(77, 0, 0, 0)", "answer(0, 16, 16, 3); part(1, 16, 16, 0); claim(6, (1 << 32) - 1)",
    "answer(0, 16, 16, 3); part(1, 16, 16, 0); frame(6)", "answer(0, 16, 16, 0)",
    "answer(0, 16, 16, 1); part(5, 1 << 19, 1 << 19, 0); frame(6, bytes(100))",
    "answer(0, 9000, 9000, 3)\nfor n in range(3): part(1, 9000, 9000, 0); frame(6, b'\\xff\\xd8\\xff.....')",
    "answer(0, 16, 16, 3)\nfor n in range(3): part(1, 16, 16, 0); frame(6, b'HTML!...')",
    "answer(0, 16, 16, 3); part(1, 16, 16, 0); claim(6, 900)", "frame(9, bytes(32))", "frame(4, bytes(31))",
    "claim(4, (1 << 32) - 1)",
  ])
  func `a reader that lies is not believed`(lie: String) async throws {
    let reader = try python(lie)
    let fixture = PicturesFixture(reader: reader)
    await #expect(throws: PictureError.damaged(name: "red.png")) { try await fixture.keeper.add(Self.red) }
    #expect(fixture.files.count == 0)
  }

  @Test func `a reader that lies about what is shown shows nothing`() async throws {
    let fixture = PicturesFixture()
    let attachment = try await fixture.keeper.add(Self.red)
    for lie in [
      "answer(0, 9, 9, 1); part(5, 9, 9, 0); frame(6, bytes(325))",
      "answer(0, 2, 2, 1); part(1, 2, 2, 0); frame(6, bytes(16))",
    ] {
      let keeper = PictureKeeper(
        files: fixture.files, reader: try python(lie), environment: fixture.environment,
        surroundings: fixture.surroundings
      ) { _ in nil }
      await #expect(throws: PictureError.unavailable) { try await keeper.image(of: attachment, .preview) }
    }
  }

  @Test func `nobody is left behind`() async throws {
    let reader = try shell("printf '\\1\\0\\0\\0\\10\\0\\0\\0SottoPR2'; head -c 88 > /dev/null; kill -SEGV $$")
    let before = names(in: "/proc/self/fd").count
    let fixture = PicturesFixture(reader: reader)
    for _ in 0..<60 {
      await #expect(throws: PictureError.damaged(name: "red.png")) { try await fixture.keeper.add(Self.red) }
    }
    // Other tests run at the same time, and have a few of their own.
    #expect(names(in: "/proc/self/fd").count < before + 50)
  }

  @Test func `a reader that nobody asks ends after ten seconds, and with its keeper`() async throws {
    let noted = fixture.path + "/pid"
    let reader = try shell("echo $$ > '\(noted)'; exec '\(BuiltProgram.path(of: "sotto-pictures"))'")
    var fixture: PicturesFixture? = PicturesFixture(reader: reader)
    _ = try await fixture?.keeper.add(Self.red)
    let first = try pid(in: noted)
    #expect(kill(first, 0) == 0)
    await fixture?.surroundings.sleepers(atLeast: 1, within: .seconds(10))
    fixture?.surroundings.advance(by: .seconds(10))
    try await gone(first)
    _ = try await fixture?.keeper.add(Self.red)
    let second = try pid(in: noted)
    #expect(second != first)
    fixture = nil
    try await gone(second)
  }

  @Test(.timeLimit(.minutes(1))) func `what scrolled out of sight before its turn is not decoded`() async throws {
    // The first picture is decoded when the gate opens; what comes behind it waits until then.
    let gate = fixture.path + "/gate"
    mkfifo(gate, 0o600)
    let log = fixture.path + "/log"
    let reader = try python(
      """
      open("\(gate)").read()
      while True:
          with open("\(log)", "a") as log: log.write("%d " % words[1])
          answer(0, 1, 1, 1)
          part(5, 1, 1, 0)
          frame(6, bytes(4))
          words = order()
      """)
    let fixture = PicturesFixture()
    let attachment = try await fixture.keeper.add(Self.red)
    let keeper = PictureKeeper(
      files: fixture.files, reader: reader, environment: fixture.environment, surroundings: fixture.surroundings
    ) { _ in nil }
    let first = Task { try await keeper.image(of: attachment, .preview) }
    // Opens when the reader does: it has begun.
    let opened = await offPool { open(gate, O_WRONLY | O_CLOEXEC) }
    let second = Task { try await keeper.image(of: attachment, .thumbnail) }
    second.cancel()
    await #expect(throws: PictureError.cancelled) { try await second.value }
    close(opened)
    _ = try await first.value
    #expect(try String(decoding: contents(of: log), as: UTF8.self) == "480 ")
  }

  private func pid(in file: String) throws -> pid_t {
    let text = String(decoding: try contents(of: file).dropLast(), as: UTF8.self)
    let process = Int32(text)
    return try #require(process)
  }

  /// Waits until there is no such process; a test's time limit ends a wait in vain.
  private func gone(_ process: pid_t) async throws {
    try await lookUntil { kill(process, 0) != 0 }
  }
}

/// Sixteen by sixteen pixels of red.
let smallPNG: [UInt8] = {
  var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  file += Made.pngChunk("IHDR", [0, 0, 0, 16, 0, 0, 0, 16, 8, 2, 0, 0, 0])
  let row: [UInt8] = [0] + (0..<48).map { $0 % 3 == 0 ? 255 : 0 }
  let rows = (0..<16).flatMap { _ in row }
  var (low, high): (UInt32, UInt32) = (1, 0)
  for byte in rows {
    low = (low + UInt32(byte)) % 65_521
    high = (high + low) % 65_521
  }
  // One stored block, which needs no deflating.
  let count = UInt16(rows.count)
  let head: [UInt8] = [0x78, 0x01, 1, UInt8(count & 0xFF), UInt8(count >> 8), UInt8(~count & 0xFF), UInt8(~count >> 8)]
  let sum = [24, 16, 8, 0].map { UInt8((high << 16 | low) >> UInt32($0) & 0xFF) }
  return file + Made.pngChunk("IDAT", head + rows + sum) + Made.pngChunk("IEND", [])
}()
