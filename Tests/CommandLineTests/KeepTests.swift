import FoundationEssentials
import Glibc
import Records
import Testing

@Suite(.timeLimit(.minutes(3)))
struct KeepTests {
  @Test func `a sound library is said to be well`() async throws {
    let library = try CommandFixture()
    try await library.chat("Well")
    let verified = try await library.sotto("verify")
    #expect(verified.code == 0)
    #expect(verified.out.hasSuffix("All is well.\n"))
    #expect(!verified.out.contains("picture reader"))
    // Asked of the reader itself: on this machine some may hold and some not, but each is told.
    let watched = try library.terminal(["verify"])
    let seen = try await watched.end()
    #expect(seen.code == 0 && seen.out.contains("Reading the ") && seen.out.contains("All is well."))
    let details = try await library.sotto("verify", "--details")
    #expect(details.out.contains("The picture reader ") && details.out.contains("Landlock"))
    // The engine itself is asked, too, and of the model that comes with Sotto the file is there.
    #expect(details.out.contains("Does the engine, llama.cpp ") && details.out.contains("The file of 1 model is there"))
    #expect(details.out.lines.count == verified.out.lines.count + 8)
    #expect(try await library.read(VerificationRecord.self, "verify", "--json").isSound)
  }

  @Test func `a repair that finds the log damaged says so and ends with 1, the next one only remarks on it`()
    async throws
  {
    let library = try CommandFixture([.slow])
    let id = try await library.chat("Log", agent: "slow")
    let running = try library.start("send", id, "Talk to me")
    try await running.says("word25 ")
    running.send(signal: SIGKILL)
    #expect(try await running.end().code == 137)
    // In the first page of the first transaction.
    let file = open(library.home + "/sotto.db-wal", O_RDWR)
    try #require(file >= 0)
    var noise: [UInt8] = [0xA5, 0x5A, 0xA5, 0x5A]
    pwrite(file, &noise, 4, 32 + 24 + 200)
    close(file)
    let found = try await library.sotto("verify", "--repair")
    #expect(found.code == 1)
    #expect(found.out.contains("Damage: The database's log was damaged"))
    let again = try await library.sotto("verify", "--repair")
    #expect(again.code == 0)
    #expect(again.out.contains("Remark: The database's log was damaged"))
    let findings = try await library.read(VerificationRecord.self, "verify", "--json").findings
    #expect(findings.map(\.kind) == ["damaged-log"])
    // What was cut off with it is not called well, and can be read.
    let name = try #require(try library.names(in: "library/set-aside").first)
    let kept = library.home + "/set-aside/" + name
    #expect(again.out.contains("lies in \(kept)"), "\(again.out)")
    #expect(again.out.contains(" UTC, ") && again.out.contains(" kB") && again.out.contains("“strings -e S \(kept)”"))
    #expect(!again.out.contains("All is well.") && again.out.hasSuffix("What is there is well.\n"), "\(again.out)")
  }

  @Test func `what was set aside is told with its age and its size, and can be read as it is said`() async throws {
    let library = try CommandFixture()
    try await library.chat("Before")
    try await library.sotto("backup")
    let name = try await library.read([BackupRecord].self, "backup", "list", "--json")[0].name
    try await library.chat("After")
    #expect(try await library.sotto("backup", "use", name).code == 0)
    let aside = library.home + "/set-aside/" + (try #require(try library.names(in: "library/set-aside").first))
    let verified = try await library.sotto("verify")
    #expect(verified.code == 0)
    #expect(verified.out.contains("Remark: A database that was set aside lies in \(aside)"), "\(verified.out)")
    #expect(verified.out.contains(" UTC, ") && verified.out.contains(" kB"), "\(verified.out)")
    #expect(verified.out.contains("“sotto chats --home \(aside)”"), "\(verified.out)")
    #expect(verified.out.hasSuffix("What is there is well.\n"), "\(verified.out)")
    #expect(try await library.sotto("chats", "--home", aside).out.contains("After"))
    let findings = try await library.read(VerificationRecord.self, "verify", "--json").findings
    #expect(findings.map(\.kind) == ["set-aside"] && findings.allSatisfy { !$0.isDamage })
  }

  @Test func `a backup is made, listed and gone back to`() async throws {
    let library = try CommandFixture()
    try await library.chat("Before")
    #expect(try await library.sotto("backup", "list").err.contains("There are no backups yet."))
    let path = try await library.sotto("backup").out.trimmed
    #expect(access(path, R_OK) == 0)
    let backups = try await library.read([BackupRecord].self, "backup", "list", "--json")
    #expect(backups.count == 1)
    #expect(path.hasSuffix(backups[0].name))
    #expect(backups[0].isSound && backups[0].chats == 1 && backups[0].messages == 0)
    #expect(try await library.sotto("backup", "list").out.contains("): 1 chat, 0 messages"))
    try await library.chat("After")
    #expect(try await library.sotto("backup", "use", backups[0].name).code == 0)
    #expect(try await library.chats().map(\.title) == ["Before"])
    let none = try await library.sotto("backup", "use", "none")
    #expect(none.code == 1)
    #expect(none.err.contains("There is no backup “none”."))
  }

  @Test func `a file where the library should be is said in a sentence and ends with 4`() async throws {
    let library = try CommandFixture()
    try Data("no folder".utf8).write(to: URL(fileURLWithPath: library.home))
    for command in [["chats"], ["send", "1", "hi"], ["verify"], ["chat"], ["new"]] {
      let running = try library.start(command)
      running.closeInput()
      let outcome = try await running.end()
      #expect(outcome.code == 4, "\(command)")
      #expect(outcome.err.hasPrefix("sotto: ") && outcome.err.contains(library.home))
      #expect(outcome.out.isEmpty)
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: library.home)) == Data("no folder".utf8))
  }

  @Test func `a damaged file ends with 4, is left as it was, and a backup mends it`() async throws {
    let library = try CommandFixture()
    try await library.chat("Safe")
    try await library.sotto("backup")
    let file = URL(fileURLWithPath: library.home + "/sotto.db")
    let noise = Data((0..<40_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
    try noise.write(to: file)
    let outcome = try await library.sotto("chats")
    #expect(outcome.code == 4)
    #expect(outcome.err.contains("is damaged") && outcome.err.contains("sotto backup use"))
    #expect(try Data(contentsOf: file) == noise)
    let name = try await library.read([BackupRecord].self, "backup", "list", "--json")[0].name
    #expect(try await library.sotto("backup", "use", name).code == 0)
    #expect(try await library.chats().map(\.title) == ["Safe"])
  }

  @Test func `an encrypted library ends with 4, is not called damaged, and nothing is offered in its place`()
    async throws
  {
    let library = try CommandFixture()
    try await library.chat("Sealed")
    try await library.sotto("backup")
    let file = URL(fileURLWithPath: library.home + "/sotto.db")
    let noise = Data((0..<40_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
    try noise.write(to: file)
    try Data("sotto-vault 1\n".utf8).write(to: URL(fileURLWithPath: library.home + "/keys"))
    for command in [["chats"], ["verify"], ["verify", "--repair"], ["backup", "list"]] {
      let outcome = try await library.start(command).end()
      #expect(outcome.code == 4, "\(command)")
      #expect(outcome.err.contains("is encrypted") && outcome.err.contains("It is not damaged"))
      #expect(!outcome.err.contains("sotto backup") && outcome.out.isEmpty)
    }
    #expect(try Data(contentsOf: file) == noise)
  }

  @Test func `a library of a newer Sotto ends with 4 and is left alone`() async throws {
    let library = try CommandFixture()
    try await library.chat("Newer")
    // The format number stands in the file's head, at byte 60.
    let path = library.home + "/sotto.db"
    let file = open(path, O_RDWR)
    try #require(file >= 0)
    var number: [UInt8] = [0, 0, 3, 0xE7]
    pwrite(file, &number, 4, 60)
    close(file)
    let outcome = try await library.sotto("chats")
    #expect(outcome.code == 4)
    #expect(outcome.err.contains("newer Sotto"))
  }

  @Test(.enabled(if: getuid() == 0, "needs the right to mount"))
  func `a library on a read-only disk is read with a word on stderr, and writing ends with 4`() async throws {
    let library = try CommandFixture()
    let chat = try await library.chat("Only read")
    try await library.sotto("send", chat, "hello")
    try #require(mount(library.home, library.home, nil, UInt(MS_BIND), nil) == 0)
    defer { umount2(library.home, Int32(MNT_DETACH)) }
    try #require(mount(nil, library.home, nil, UInt(MS_REMOUNT | MS_BIND | MS_RDONLY), nil) == 0)
    for command in [["chats"], ["show", chat], ["images", chat], ["verify"]] {
      let outcome = try await library.start(command, environment: [:]).end()
      #expect(outcome.code == 0, "\(command)")
      #expect(outcome.err.contains("Read only. Sotto may not write to \(library.home)"), "\(command)")
    }
    #expect(try await library.messages(chat).first?.text == "hello")
    for command in [["send", chat, "x"], ["new"], ["delete", chat], ["rename", chat, "y"], ["backup"], ["chat"]] {
      let running = try library.start(command)
      running.closeInput()
      let outcome = try await running.end()
      #expect(outcome.code == 4, "\(command)")
      #expect(outcome.err.hasPrefix("sotto: Sotto may not write to \(library.home)"), "\(command)")
      #expect(outcome.out.isEmpty)
    }
  }

  @Test(.enabled(if: getuid() != 0, "the superuser may write anywhere"))
  func `a folder that may not be written ends with 4`() async throws {
    let library = try CommandFixture()
    mkdir(library.home, 0o500)
    let outcome = try await library.sotto("chats")
    #expect(outcome.code == 4)
    #expect(outcome.err.contains(library.home))
  }

  @Test func `a closed stdout is a failure, and nothing is written where the database is`() async throws {
    let library = try CommandFixture()
    try await library.chat("Whole")
    let program = try CommandFixture.program()
    let shell = try Running(
      "/bin/bash", ["-c", "'\(program)' chats >&-; echo $?; '\(program)' chats >&- 2>&- <&-; echo $?"],
      environment: library.environment)
    shell.closeInput()
    let outcome = try await shell.end()
    #expect(outcome.out == "1\n1\n")
    #expect(outcome.err.contains("sotto: The output could not be written"))
    #expect(try await library.sotto("verify").code == 0)
    #expect(try await library.chats().map(\.title) == ["Whole"])
  }

  @Test func `--home wins over SOTTO_HOME`() async throws {
    let library = try CommandFixture()
    try await library.chat("Here")
    let other = library.folder + "/other"
    #expect(try await library.sotto("chats", "--home", other).err.contains("There are no chats yet."))
    #expect(try await library.sotto("--home=\(other)", "new", "There").code == 0)
    #expect(try await library.chats().map(\.title) == ["Here"])
  }
}
