import FoundationEssentials
import Glibc
import Records
import Testing

@Suite(.timeLimit(.minutes(3)))
struct ImagesTests {
  @Test func `the pictures of a chat are listed in order, and no others`() async throws {
    let library = try CommandFixture()
    let id = try await library.chat("Album")
    try await library.sotto(
      "send", id, "--image", try library.file("red.png"), "--image", try library.file("teal.jpg", TinyPicture.jpeg))
    try await library.sotto("send", id, "Words alone")
    try await library.sotto("send", id, "--image", try library.file("again.png"))
    let other = try await library.chat("Other")
    try await library.sotto("send", other, "--image", try library.file("other.png"))

    let listed = try await library.sotto("images", id)
    #expect(listed.code == 0)
    #expect(listed.err.isEmpty)
    #expect(listed.out.lines.map { $0.split(separator: " ").last } == ["red", "teal", "again"])
    #expect(listed.out.lines[1].contains(#/^  2  .*You .*6 × 4 .*bytes  kept /#))
    let pictures = try await library.images(id).pictures
    #expect(pictures.map(\.number) == [1, 2, 3])
    #expect(pictures.map(\.index) == [0, 1, 0])
    #expect(pictures.map(\.message) == [pictures[0].message, pictures[0].message, pictures[2].message])
    #expect(pictures.allSatisfy { $0.state == "kept" && $0.sender == "user" && $0.path == nil })
  }

  @Test func `a chat without pictures is said to have none`() async throws {
    let library = try CommandFixture()
    let id = try await library.chat("Bare")
    let listed = try await library.sotto("images", id, "--save", library.folder + "/saved")
    #expect(listed.code == 0)
    #expect(listed.out.isEmpty)
    #expect(listed.err.contains("There are no pictures in “Bare”."))
    #expect(access(library.folder + "/saved", F_OK) != 0)
    #expect(try await library.images(id).pictures.isEmpty)
    #expect(try await library.sotto("images", "nowhere").code == 3)
  }

  @Test func `a long album is read page by page`() async throws {
    let library = try CommandFixture([.late])
    let id = try await library.chat("Long", agent: "late")
    let path = try library.file("red.png")
    let ten = (1...10).flatMap { _ in ["--image", path] }
    for _ in 1...21 { #expect(try await library.start(["send", id, "--no-wait"] + ten).end().code == 0) }
    let pictures = try await library.images(id).pictures
    #expect(pictures.map(\.number) == Array(1...210))
    #expect(pictures.map(\.index) == (0..<21).flatMap { _ in Array(0..<10) })
  }

  @Test func `pictures are saved under their numbers and names, and nothing is replaced`() async throws {
    let library = try CommandFixture()
    let id = try await library.chat("Album")
    let paths = [try library.file("..sly .. name.png"), try library.file("teal.jpg", TinyPicture.jpeg)]
    for path in paths { try await library.sotto("send", id, "--image", path) }
    let folder = library.folder + "/new/saved"
    let saved = try await library.sotto("images", id, "--save", folder + "/")
    #expect(saved.code == 0, "\(saved.err)")
    #expect(saved.out.lines == ["\(folder)/001-sly .. name.png", "\(folder)/002-teal.jpg"])
    let before = try saved.out.lines.map { try library.bytes(of: $0) }
    #expect(before[0].starts(with: [0x89, 0x50, 0x4E, 0x47]) && before[1].starts(with: [0xFF, 0xD8, 0xFF]))

    let again = try await library.images(id, "--save", folder)
    #expect(again.code == 0)
    #expect(again.pictures.map(\.path) == ["\(folder)/001-sly .. name-2.png", "\(folder)/002-teal-2.jpg"])
    #expect(try saved.out.lines.map { try library.bytes(of: $0) } == before)
    #expect(try library.names(in: "new/saved").count == 4)
  }

  @Test func `a name that leads elsewhere is kept within the folder`() async throws {
    let library = try CommandFixture()
    let id = try await library.chat("Sly")
    try await library.sotto("send", id, "--image", try library.file("red.png"))
    mkdir(library.folder + "/saved", 0o700)
    symlink(library.folder + "/elsewhere", library.folder + "/saved/001-red.png")
    let saved = try await library.sotto("images", id, "--save", library.folder + "/saved")
    #expect(saved.out == "\(library.folder)/saved/001-red-2.png\n")
    #expect(access(library.folder + "/elsewhere", F_OK) != 0)
  }

  @Test func `a folder that cannot be had ends it with a sentence`() async throws {
    let library = try CommandFixture()
    let id = try await library.chat("Refused")
    let path = try library.file("red.png")
    try await library.sotto("send", id, "--image", path)
    for folder in [path, path + "/below"] {
      let refused = try await library.sotto("images", id, "--save", folder)
      #expect(refused.code == 1)
      #expect(refused.out.isEmpty)
      #expect(refused.err.contains("“\(folder)” cannot be written"), "\(refused.err)")
    }
    #expect(try library.bytes(of: path) == TinyPicture.png)
  }

  @Test func `a drawing is listed as one and saved as PNG`() async throws {
    let library = try CommandFixture([.painter])
    let id = try await library.chat("Art", agent: "painter")
    try await library.sotto("send", id, "Draw")
    let listed = try await library.sotto("images", id)
    #expect(listed.out.contains(#/Painter .* drawing /#))
    #expect(try await library.images(id).pictures.map(\.state) == ["drawing"])
    let saved = try await library.sotto("images", id, "--save", library.folder + "/saved")
    #expect(saved.code == 0, "\(saved.err)")
    #expect(saved.out.hasPrefix(library.folder + "/saved/001-") && saved.out.hasSuffix(".png\n"))
    #expect(try library.bytes(of: saved.out.trimmed).starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
  }

  @Test func `a picture whose file is gone is unavailable, and the others are saved`() async throws {
    let library = try CommandFixture()
    let id = try await library.chat("Gone")
    let paths = [try library.file("red.png"), try library.file("teal.jpg", TinyPicture.jpeg)]
    for path in paths { try await library.sotto("send", id, "--image", path) }
    let hash = try #require(try await library.messages(id).first?.pictures.first?.hash)
    unlink("\(library.home)/pictures/\(hash.prefix(2))/\(hash)")
    #expect(try await library.images(id).pictures.map(\.state) == ["unavailable", "kept"])
    let saved = try await library.sotto("images", id, "--save", library.folder + "/saved")
    #expect(saved.code == 1)
    #expect(saved.out == "\(library.folder)/saved/002-teal.jpg\n")
    #expect(saved.err.contains("Picture 1 (red): This picture is no longer there"))
    #expect(saved.err.contains("1 picture could not be saved."))
    #expect(try library.names(in: "saved") == ["002-teal.jpg"])
  }

  @Test(.enabled(if: access("/usr/bin/python3", X_OK) == 0, "python3 writes the row"))
  func `a remote picture is listed with its host, and never fetched`() async throws {
    let library = try CommandFixture()
    let id = try await library.chat("Remote")
    try await library.sotto("send", id, "--image", try library.file("red.png"))
    let script = """
      import sqlite3, sys
      database = sqlite3.connect(sys.argv[1])
      database.execute("UPDATE attachment SET hash = NULL, mime = NULL, bytes = NULL, remote_url = ?", [sys.argv[2]])
      database.commit()
      """
    let python = try Running(
      "/usr/bin/python3", ["-c", script, library.home + "/sotto.db", "https://pictures.example/red.png"],
      environment: library.environment)
    #expect(try await python.end().code == 0)
    #expect(try await library.sotto("show", id).out.contains("[picture: red, 4 × 3, not loaded from pictures.example]"))
    #expect(try await library.messages(id).first?.pictures.map(\.host) == ["pictures.example"])
    #expect(try await library.sotto("images", id).out.contains("  not loaded from pictures.example  red\n"))
    let saved = try await library.sotto("images", id, "--save", library.folder + "/saved")
    #expect(saved.code == 0)
    #expect(saved.out.isEmpty)
    #expect(saved.err == "sotto: Picture 1 was not loaded from pictures.example and is skipped.\n")
    let skipped = try await library.images(id, "--save", library.folder + "/saved").pictures
    #expect(skipped.map(\.state) == ["not-loaded"] && skipped[0].path == nil)
  }
}
