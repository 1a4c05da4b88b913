import Testing
import TestSupport

@Suite(.timeLimit(.minutes(3)))
struct SocketTests {
  @Test func `a conversation in the terminal opens no socket that could reach anybody`() async throws {
    let library = try CommandFixture()
    try await library.chat("Tea")
    let terminal = try library.terminal(["chat", "Tea"])
    let sockets = SocketWatch(of: terminal.process)
    try await terminal.says("> ")
    terminal.write("http://127.0.0.1/a.png\n")
    try await terminal.says(Persona.quick.texts[0])
    terminal.write("/chats\n")
    try await terminal.says("Tea")
    let before = sockets.rounds
    try await lookUntil { sockets.rounds >= before + 20 }
    terminal.write("/quit\n")
    #expect(try await terminal.end().code == 0)
    #expect(sockets.end() == [])
  }

  @Test(arguments: ["AF_INET, socket.SOCK_STREAM", "AF_INET6, socket.SOCK_DGRAM"])
  func `the watch sees a socket as soon as it is there, before it is used`(kind: String) async throws {
    let program = try Running(
      "/usr/bin/python3",
      [
        "-c",
        "import socket, sys; a = socket.socket(socket.AF_UNIX); b = socket.socket(socket.\(kind)); sys.stdin.read()",
      ], environment: [:])
    let sockets = SocketWatch(of: program.process)
    try await lookUntil { !sockets.found.isEmpty }
    program.closeInput()
    #expect(try await program.end().code == 0)
    #expect(sockets.end().count == 1)
  }
}
