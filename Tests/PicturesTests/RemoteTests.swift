import Domain
import Glibc
import Pictures
import TestSupport
import Testing

/// A host on this machine's own network, which does what its paths say.
final class Web: Sendable {
  private let server: LoopbackProgram
  private let folder = PicturesFixture()

  private static let program = """
    import http.server, sys, time
    png = bytes.fromhex(sys.argv[1])
    class Host(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            open(sys.argv[2], "a").write(self.path + " " + str(sorted(self.headers.items())) + chr(10))
            path = self.path.split("?")[0]
            to = {"/moved": "/good/A%20red%20square.png", "/away": "file:///etc/passwd", "/round": "/round",
                  "/ftp": "ftp://127.0.0.1/a.png"}.get(path)
            if to:
                self.send_response(302); self.send_header("Location", to); self.end_headers(); return
            if path == "/silent": time.sleep(600)
            if path == "/missing": self.send_error(404); return
            self.send_response(200)
            if path == "/huge": self.send_header("Content-Length", "40000001")
            self.send_header("Set-Cookie", "a=b")
            self.end_headers()
            try:
                if path in ("/huge", "/endless"):
                    for n in range(700): self.wfile.write(bytes(65536))
                elif path == "/slow":
                    while True: self.wfile.write(b"x"); self.wfile.flush(); time.sleep(0.05)
                elif path == "/text": self.wfile.write(b"This is no picture.")
                else: self.wfile.write(png)
            except OSError: pass
        def log_message(self, *words): pass
    host = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Host)
    print(host.server_port, flush=True)
    host.serve_forever()
    """

  init() async throws {
    let png = smallPNG.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    server = try await LoopbackProgram(Self.program, png, folder.path + "/log")
  }

  var port: Int { server.port }
  var host: String { "127.0.0.1:\(port)" }
  func address(_ path: String) -> String { "http://\(host)\(path)" }
  /// What was asked; empty before the first time.
  var log: String {
    get throws {
      guard access(folder.path + "/log", R_OK) == 0 else { return "" }
      return String(decoding: try contents(of: folder.path + "/log"), as: UTF8.self)
    }
  }
}

@Suite struct RemoteTests {
  /// As patient as a busy machine needs.
  private let fixture = PicturesFixture(timeLimit: 60)
  private let web: Web

  init() async throws { web = try await Web() }

  private func add(_ path: String) async throws(PictureError) -> Domain.Attachment {
    try await fixture.keeper.add(.remote(address: web.address(path)))
  }

  @Test(arguments: [
    ("/good/A%20red%20square.png?size=1", "A red square"), ("/moved", "moved"), ("/", nil), ("/%FF.png", "%FF"),
  ])
  func `a remote picture is loaded and kept`(path: String, name: String?) async throws {
    let attachment = try await add(path)
    #expect(attachment.alternative == name ?? web.host)
    #expect(fixture.files[attachment] != nil)
  }

  @Test func `the host learns nothing but what is wanted`() async throws {
    _ = try await add("/good.png")
    let log = try web.log
    #expect(log.contains("('User-Agent', 'Sotto')"))
    for word in ["Cookie", "Referer", "Authorization", "curl", "Accept-Language"] { #expect(!log.contains(word)) }
  }

  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      ("/missing", .refused(status: 404)), ("/huge", .tooLarge(limit: 40_000_000)),
      ("/endless", .tooLarge(limit: 40_000_000)), ("/away", .leadsAway), ("/ftp", .leadsAway),
      ("/round", .tooManyRedirects),
    ] as [(String, RemoteFault)])
  func `what the host does not give is told with its reason`(path: String, fault: RemoteFault) async {
    await #expect(throws: PictureError.notLoaded(host: web.host, fault)) { try await add(path) }
    #expect(fixture.files.count == 0)
  }

  @Test(.timeLimit(.minutes(1))) func `a host that takes too long is told`() async {
    let hasty = PicturesFixture(timeLimit: 2)
    await #expect(throws: PictureError.notLoaded(host: web.host, .tooLong)) {
      try await hasty.keeper.add(.remote(address: web.address("/slow")))
    }
  }

  @Test func `what is no picture is refused as if it were a file`() async {
    await #expect(throws: PictureError.notAPicture(name: "text")) { try await add("/text") }
  }

  @Test func `a host that does not answer is told`() async throws {
    // Taken and let go again: nobody listens there.
    await #expect(throws: PictureError.notLoaded(host: "127.0.0.1:1", .noAnswer)) {
      try await fixture.keeper.add(.remote(address: "http://127.0.0.1:1/a.png"))
    }
  }

  @Test(arguments: [
    "file:///etc/passwd", "ftp://a/b.png", "/etc/passwd", "-o/tmp/x", "http:///a", "javascript:alert(1)",
  ])
  func `only addresses on the web are fetched`(address: String) async {
    await #expect(throws: PictureError.notLoaded(host: address, .notOnTheWeb)) {
      try await fixture.keeper.add(.remote(address: address))
    }
  }

  @Test func `an address with a user name is not fetched`() async throws {
    await #expect(throws: PictureError.notLoaded(host: web.host, .hasUserName)) {
      try await fixture.keeper.add(.remote(address: "http://someone:secret@\(web.host)/a.png"))
    }
    #expect(try web.log.isEmpty)
  }

  @Test(arguments: [
    "/\u{338}@good.example/x", "?\u{301}@good.example/x", "#\u{301}@good.example/x", "/@good.example/",
    "\\@good.example/",
    "@good.example:\u{338}/", "\u{338}/", "/a\u{338}",
  ])
  func `the host that is shown is the one that is asked`(end: String) async throws {
    let address = web.address(end)
    let shown = RemoteAddress.shownHost(of: address)
    var refusal: PictureError?
    do throws(PictureError) { _ = try await fixture.keeper.add(.remote(address: address)) } catch { refusal = error }
    if let refusal {
      #expect(refusal == .notLoaded(host: shown, .notOnTheWeb) || refusal == .notLoaded(host: shown, .hasUserName))
      #expect(try web.log.isEmpty)
    } else {
      #expect(shown == web.host)
      #expect(try web.log.contains("('Host', '\(web.host)')"))
    }
  }

  @Test(arguments: [
    ("Good.Example", nil), ("good.example.", nil), ("a_b.good-example", nil), ("[::ffff:1.2.3.4]", nil),
    ("1.2.3.4", nil),
    ("1a.2b", nil), ("good.example:080", nil), ("good.example:8080", nil), ("BÜCHER.example", "xn--bcher-kva.example"),
    ("straße.example", "xn--strae-oqa.example"), ("名前ー.example", "xn--wekx61hngb.example"),
    ("שלום.example", "xn--9dbne9b.example"),
  ])
  func `curl reads an accepted host as it is shown`(host: String, coded: String?) async throws {
    // A proxy is told which host is meant.
    let behind = PicturesFixture(timeLimit: 10, variables: ["http_proxy": "http://\(web.host)"])
    let address = "http://\(host)/good.png"
    let shown = try #require(RemoteAddress(address)?.host)
    _ = try await behind.keeper.add(.remote(address: address))
    let asked = try #require(web.log.split(separator: " ").first)
    #expect(asked == "http://\(coded ?? shown)/good.png")
  }

  @Test(.timeLimit(.minutes(1))) func `loading can be given up`() async throws {
    let patient = PicturesFixture(timeLimit: 600)
    let loading = Task { try await patient.keeper.add(.remote(address: web.address("/slow"))) }
    try await lookUntil { try !web.log.isEmpty }
    loading.cancel()
    await #expect(throws: PictureError.cancelled) { try await loading.value }
  }
}
