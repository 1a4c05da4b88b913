import Domain
import Testing

@Suite struct `The host of a remote picture` {
  @Test(arguments: [
    ("http://good.example/a.png", "good.example"), ("HTTPS://Good.Example:443?a", "good.example"),
    ("http://good.example:0080#a", "good.example"), ("https://good.example:80/", "good.example:80"),
    ("http://a_b.good-example./", "a_b.good-example."), ("http://127.0.0.1:8765/", "127.0.0.1:8765"),
    ("http://[::FFFF:1.2.3.4]:81/", "[::ffff:1.2.3.4]:81"), ("http://BÜCHER.example/", "bücher.example"),
    ("http://straße.example/", "straße.example"), ("http://名前ー.example/", "名前ー.example"),
    ("http://1a.2b/", "1a.2b"), ("http://someone:secret@good.example/", "good.example"),
  ])
  func `is shown as it is asked`(address: String, host: String) throws {
    let remote = try #require(RemoteAddress(address))
    #expect(remote.host == host)
    #expect(RemoteAddress.shownHost(of: address) == host)
    // What is asked means the same.
    #expect(RemoteAddress(remote.request)?.host == host)
    #expect(RemoteAddress(remote.request)?.hasUserName == false)
  }

  @Test(arguments: ["/\u{338}", "?\u{301}", "#\u{301}"])
  func `ends where its bytes end, also before a mark that joins them`(end: String) throws {
    let remote = try #require(RemoteAddress("http://127.0.0.1:8765\(end)@good.example/x"))
    #expect(remote.host == "127.0.0.1:8765")
    #expect(!remote.hasUserName)
    let request = "http://127.0.0.1:8765\(end)@good.example/x"
    #expect(Array(remote.request.utf8) == Array(request.utf8))
    #expect(RemoteAddress("http://127.0.0.1:8765/\(end)@good.example/x")?.host == "127.0.0.1:8765")
  }

  @Test(arguments: [
    "http://", "http:///a", "http:/a", "ftp://a/", "file:///etc/passwd", "http:\u{338}//a/", "http://a\u{338}/",
    "http://a:/", "http://a:b/", "http://a:0/", "http://a:65536/", "http://a:80:80/", "http://a:+80/", "http://a:８0/",
    "http://a@b@c/", "http://a%2fb/", "http://a\\b/", "http://a b/", "http://a\tb/", "http://a\0b/", "http://a..b/",
    "http://.a/", "http://./", "http://a\u{202E}b/", "http://a\u{200D}b/", "http://a\u{85}b/", "http://a。b/",
    "http://ａ.example/", "http://ﬁ.example/", "http://a\u{AD}b/", "http://a\u{3164}b/", "http://a⁄b/", "http://℀/",
    "http://\u{1F600}.example/", "http://İ.example/", "http://\u{212A}.example/", "http://٣.example/", "http://0x7f.1/",
    "http://2130706433/", "http://127.1/", "http://0177.0.0.1/", "http://1.2.3.4./", "http://1.2.3.256/",
    "http://x.0x1/", "http://a.09/", "http://[::1/", "http://::1/", "http://[::1]a/", "http://[::1%25lo]/",
    "http://[]/",
    "http://[1]/", "http://a[::1]/", "http://a\"b/", "http://a;b/", "http://a,b/", "http://{a,b}/",
    "http://" + String(repeating: "a", count: 254) + "/",
  ])
  func `is none where it could be read in another way`(address: String) { #expect(RemoteAddress(address) == nil) }

  @Test func `keeps an address that is none on one line, in its direction and short`() {
    #expect(RemoteAddress.shownHost(of: "http://a\u{202E}gnp\n.b/") == "http://agnp .b/")
    #expect(RemoteAddress.shownHost(of: String(repeating: "a", count: 60_000)).count == 201)
  }

  /// All that could matter in the first part of an address, in any order.
  @Test func `is always made of plain letters, and ends before the first of the signs that end it`() {
    let pieces = [
      "good.example", "127.0.0.1", "[::1]", "/", "?", "#", "@", ":", "80", ".", "\u{338}", "\u{301}", "\u{202E}",
      "\u{200D}",
      "\\", "%2f", "é", "ａ", "0x7f", "\u{FE0F}", " ",
    ]
    var state: UInt64 = 1
    var accepted = 0
    for _ in 0..<20_000 {
      var address = "http://"
      for _ in 0...4 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        address += pieces[Int(state >> 33) % pieces.count]
      }
      guard let remote = RemoteAddress(address) else { continue }
      accepted += 1
      let authority = Array(address.utf8.dropFirst(7).prefix { !"/?#".utf8.contains($0) })
      let asked = authority.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false).last ?? []
      var written = String(decoding: asked, as: UTF8.self)
      if written.hasSuffix(":80") { written.removeLast(3) }
      #expect(remote.host == written, "\(address.debugDescription)")
      #expect(remote.host.unicodeScalars.allSatisfy { $0.isASCII || $0 == "é" }, "\(address.debugDescription)")
    }
    #expect(accepted > 500)
  }
}
