import Domain
import Glibc
import Pictures
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(1))) struct ExportingTests {
  private let fixture = PicturesFixture()
  private let file = PictureFile(bytes: smallPNG, format: .png)

  @Test func `a picture is written as a file of the user's, and replaces what had the name`() async throws {
    // The mask is the process's: others would make their files with it, too.
    await #expect(processExitsWith: .success) {
      umask(0o022)
      let fixture = PicturesFixture()
      let path = try fixture.write([1, 2, 3], as: "old.png")
      try await fixture.keeper.export(smallPNG, to: path)
      #expect(try contents(of: path) == smallPNG)
      #expect(permissions(path) == 0o644)
      #expect(names(in: fixture.path) == ["old.png"])
    }
  }

  @Test func `a file that cannot be written leaves what was there, and nothing half made`() async throws {
    let path = try fixture.write([1, 2, 3], as: "old.png")
    for target in ["nowhere/a.png", String(repeating: "x", count: 300)] {
      let target = fixture.path + "/" + target
      await #expect { try await fixture.keeper.export(file.bytes, to: target) } throws: { error in
        if case .cannotWrite(target, _) = error as? PictureError { true } else { false }
      }
    }
    #expect(try contents(of: path) == [1, 2, 3])
    #expect(names(in: fixture.path) == ["old.png"])
  }

  @Test func `many that take the same name at once get one each`() async throws {
    let folder = fixture.path + "/a/new/folder"
    let paths = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<20 { group.addTask { try await fixture.keeper.export(file, named: "001-red.png", into: folder) } }
      return try await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    let expected = ["001-red.png"] + (2...20).map { "001-red-\($0).png" }
    #expect(paths == Set(expected.map { "\(folder)/\($0)" }))
    for path in paths { #expect(try contents(of: path) == smallPNG) }
    #expect(names(in: folder).count == 20)
    for path in paths { unlink(path) }
    for folder in [folder, fixture.path + "/a/new", fixture.path + "/a"] { rmdir(folder) }
  }

  @Test func `what has the name already stays as it is, be it a link that leads elsewhere`() async throws {
    let elsewhere = try fixture.write([1], as: "elsewhere.png")
    symlink(elsewhere, fixture.path + "/red.png")
    let path = try await fixture.keeper.export(file, named: "red.png", into: fixture.path)
    #expect(path == fixture.path + "/red-2.png")
    #expect(try contents(of: elsewhere) == [1])
  }

  @Test func `a path that is no folder is told`() async throws {
    let path = try fixture.write([1], as: "file")
    await #expect(throws: PictureError.cannotWrite(path: path, reason: "Not a directory")) {
      try await fixture.keeper.export(file, named: "red.png", into: path)
    }
  }

  @Test func `a copy for others lies in a folder of this process alone, and is gone at the end`() async throws {
    let first = try await fixture.keeper.copyForOthers(file.bytes, named: "red.png")
    let second = try await fixture.keeper.copyForOthers(file.bytes, named: "red.png")
    #expect(first != second)
    let folder = String(first[..<(try #require(first.lastIndex(of: "/")))])
    #expect(permissions(folder) == 0o700)
    #expect(names(in: folder) == ["red-2.png", "red.png"])
    #expect(try contents(of: first) == smallPNG)
    fixture.keeper.end()
    #expect(access(folder, F_OK) != 0)
  }

  @Test func `what a killed process left for others goes with the next start, and what one that runs keeps stays`()
    async throws
  {
    let path = try await fixture.keeper.copyForOthers(file.bytes, named: "red.png")
    let left = fixture.path + "/sotto-copies-killed"
    try #require(mkdir(left, 0o700) == 0)
    _ = try fixture.write([1], as: "sotto-copies-killed/code.swift", mode: 0o400)
    let next = PictureKeeper(
      files: fixture.files, reader: "/nowhere", environment: fixture.environment, surroundings: fixture.surroundings
    ) { _ in nil }
    // Files are written behind the sweep.
    let other = try await next.copyForOthers(file.bytes, named: "red.png")
    #expect(access(left, F_OK) != 0)
    #expect(try contents(of: path) == smallPNG)
    next.end()
    #expect(access(other, F_OK) != 0)
    fixture.keeper.end()
    #expect(names(in: fixture.path).isEmpty)
  }

}

private func permissions(_ path: String) -> mode_t {
  var found = stat()
  return stat(path, &found) == 0 ? found.st_mode & 0o777 : 0
}
