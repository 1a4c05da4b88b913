import Domain
import Glibc
import Testing

@testable import Pictures

@Suite struct FileTests {
  private let fixture = PicturesFixture()

  @Test func `a link is not followed`() async throws {
    let file = try fixture.write(smallPNG, as: "real.png")
    symlink(file, fixture.path + "/link.png")
    await #expect(throws: PictureError.notAFile(name: "link.png")) { try await fixture.add(fixture.path + "/link.png") }
  }

  @Test(.timeLimit(.minutes(1))) func `a pipe, a folder and a device are no files`() async throws {
    mkfifo(fixture.path + "/pipe.png", 0o600)
    await #expect(throws: PictureError.notAFile(name: "pipe.png")) { try await fixture.add(fixture.path + "/pipe.png") }
    await #expect(throws: PictureError.notAFile(name: "tmp")) { try await fixture.add("/tmp/") }
    for path in ["/dev/zero", "/dev/null", "/dev/tty"] {
      await #expect(throws: PictureError.notAFile(name: PictureDisplayName.of(path: path))) {
        try await fixture.add(path)
      }
    }
  }

  @Test(arguments: ["/proc/self/status", "/proc/cpuinfo", "/sys/kernel/uevent_seqnum"])
  func `what the kernel makes up is no file`(path: String) async {
    await #expect(throws: PictureError.notAFile(name: PictureDisplayName.of(path: path))) {
      try await fixture.add(path)
    }
  }

  @Test func `a file that is not there is named`() async {
    await #expect(throws: PictureError.cannotRead(name: "a.png", reason: "No such file or directory")) {
      try await fixture.add(fixture.path + "/a.png")
    }
  }

  @Test(.enabled(if: geteuid() != 0, "root may read everything"))
  func `a file that may not be read is named`() async throws {
    let file = try fixture.write(smallPNG, as: "mine.png", mode: 0o000)
    await #expect(throws: PictureError.cannotRead(name: "mine.png", reason: "Permission denied")) {
      try await fixture.add(file)
    }
  }

  @Test func `a file that is too large is refused before it is read`() async throws {
    let file = try fixture.write(smallPNG, as: "large.png")
    truncate(file, off_t(PictureLimits.bytes) + 1)
    await #expect(throws: PictureError.fileTooLarge(name: "large.png", bytes: 40_000_001)) {
      try await fixture.add(file)
    }
    let bytes = [UInt8](repeating: 0, count: PictureLimits.bytes + 1)
    await #expect(throws: PictureError.fileTooLarge(name: "pasted", bytes: 40_000_001)) {
      try await fixture.keeper.add(.bytes(bytes, name: "pasted"))
    }
  }

  @Test func `a file that changes while it is read is refused`() async throws {
    let file = try fixture.write(smallPNG, as: "growing.png")
    let descriptor = open(file, O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    #expect(try SourceFile.read(descriptor, name: "growing.png") == smallPNG)
    lseek(descriptor, 0, SEEK_SET)
    #expect(throws: PictureError.changed(name: "growing.png")) {
      try SourceFile.read(descriptor, name: "growing.png") {
        let more = open(file, O_WRONLY | O_APPEND | O_CLOEXEC)
        _ = write(more, [1], 1)
        close(more)
      }
    }
    lseek(descriptor, 0, SEEK_SET)
    #expect(throws: PictureError.changed(name: "growing.png")) {
      try SourceFile.read(descriptor, name: "growing.png") { truncate(file, 20) }
    }
  }

  @Test(arguments: [
    ("/a/b/Holiday.jpeg", "Holiday.jpeg", "Holiday"),
    ("/a/two\nlines\u{202E}gpj.png", "twolinesgpj.png", "twolinesgpj"),
    ("/a/.hidden", ".hidden", ".hidden"), ("/a/\u{7}", "picture", "picture"),
    ("/a/v1.2 final", "v1.2 final", "v1.2 final"),
    ("/a/Ü 東京.tar.gz", "Ü 東京.tar.gz", "Ü 東京.tar"),
  ])
  func `a name is made harmless`(path: String, name: String, alternative: String) {
    #expect(PictureDisplayName.of(path: path) == name)
    #expect(PictureDisplayName.withoutExtension(name) == alternative)
  }

  @Test func `a long name is cut`() {
    let name = PictureDisplayName.of(path: "/" + String(repeating: "x", count: 300))
    #expect(name.count == 80 && name.hasSuffix("…"))
  }
}
