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
        def do_GET(self): self.answer(b"")
        def refuse(self):
            said = b'{"error": "too many"}'
            self.send_response(429); self.send_header("Content-Length", str(len(said))); self.end_headers()
            self.wfile.write(said)
        def do_POST(self):
            if self.path == "/refused-early":
                self.refuse(); self.wfile.flush()
                # What was sent before the refusal was heard; a reset connection would take that away.
                try:
                    while self.rfile.read1(65536): pass
                except OSError: pass
                return
            self.log("asked: " + self.path)
            # A body that ends too early is none.
            try: body = self.chunks() if self.headers.get("Transfer-Encoding") == "chunked" else self.whole()
            except (OSError, ValueError): return
            self.answer(body)
        def whole(self):
            count = int(self.headers["Content-Length"])
            body = self.rfile.read(count)
            if len(body) < count: raise ValueError
            return body
        def chunks(self):
            body = bytearray()
            while count := int(self.rfile.readline(), 16):
                part = self.rfile.read(count + 2)[:-2]
                if count < 100: self.log("heard: " + part.decode())
                body += part
            self.rfile.readline()
            return bytes(body)
        def log(self, words): open(sys.argv[1], "a").write(words + chr(10))
        def wait(self, number):
            while not __import__("os").path.exists(sys.argv[1] + ".heard-%d" % number): time.sleep(0.005)
        def answer(self, body):
            shown = body.decode() if len(body) < 10000 else ""
            self.log(repr([self.command, self.path, dict(self.headers), shown]))
            self.path, _, rest = self.path.partition("?")
            if self.path == "/moved":
                self.send_response(307); self.send_header("Location", "/plain"); self.end_headers(); return
            if self.path == "/refused":
                self.refuse(); return
            self.send_response(200)
            self.end_headers()
            try:
                if self.path == "/events":
                    for n in range(3):
                        self.wfile.write(b"data: %d\\n\\n" % n); self.wfile.flush()
                        # Goes on when it was heard.
                        self.wait(n)
                elif self.path == "/lines":
                    for n in range(3):
                        self.wfile.write(b'{"n": %d}\\n' % n); self.wfile.flush()
                        self.wait(n)
                    self.wfile.write(b"end")
                elif self.path == "/quiet":
                    self.wfile.flush()
                    self.wait(0)
                    self.wfile.write(b"plain")
                elif self.path == "/same":
                    self.wfile.write(b"same" if open(rest, "rb").read() == body else b"different")
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

  /// Lets the paths "/events", "/lines" and "/quiet" go on behind what has this number.
  func hear(_ number: Int) {
    #expect(FileManager.default.createFile(atPath: folder + "/log.heard-\(number)", contents: nil))
  }
}
