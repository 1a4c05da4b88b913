import FoundationEssentials
import TestSupport
import Testing

/// A host on this machine's own network, which does what its paths say and keeps what it was asked.
final class LoopbackServer: Sendable {
  private let server: LoopbackProgram
  private let folder: String

  private static let program = """
    import http.server, sys, time
    class Host(http.server.BaseHTTPRequestHandler):
        def do_GET(self): self.answer("")
        def do_POST(self): self.answer(self.rfile.read(int(self.headers["Content-Length"])).decode())
        def answer(self, body):
            open(sys.argv[1], "a").write(repr([self.command, self.path, dict(self.headers), body]) + chr(10))
            self.path = self.path.split("?")[0]
            if self.path == "/moved":
                self.send_response(307); self.send_header("Location", "/plain"); self.end_headers(); return
            if self.path == "/refused":
                self.send_response(429); self.end_headers(); self.wfile.write(b'{"error": "too many"}'); return
            self.send_response(200)
            self.end_headers()
            try:
                if self.path == "/events":
                    for n in range(3):
                        self.wfile.write(b"data: %d\\n\\n" % n); self.wfile.flush()
                        # Goes on when it was heard.
                        while not __import__("os").path.exists(sys.argv[1] + ".heard-%d" % n): time.sleep(0.005)
                elif self.path == "/slow":
                    while True: self.wfile.write(b"x"); self.wfile.flush(); time.sleep(0.02)
                elif self.path == "/large": self.wfile.write(bytes(200000))
                else: self.wfile.write(b"plain")
            except OSError: pass
        def log_message(self, *words): pass
    host = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Host)
    print(host.server_port, flush=True)
    host.serve_forever()
    """

  init() async throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "sotto-network-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    server = try await LoopbackProgram(Self.program, folder + "/log")
  }

  var port: Int { server.port }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func address(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

  /// What was asked, a line for each time.
  var log: String { (try? String(contentsOf: URL(filePath: folder + "/log"), encoding: .utf8)) ?? "" }

  /// Lets the path "/events" go on behind its event of this number.
  func hear(_ number: Int) {
    #expect(FileManager.default.createFile(atPath: folder + "/log.heard-\(number)", contents: nil))
  }
}
