import Markdown
import Testing

@Suite struct LinkHostTests {
  @Test(arguments: [
    ("https://example.org/a?b#c", "example.org"), ("http://example.org:8080", "example.org:8080"),
    ("https://good.example@evil.example/x", "evil.example"), ("https://a:b@[::1]:80/", "[::1]:80"),
    ("mailto:anna@example.org?subject=x", "anna@example.org"), ("HTTPS://Example.ORG", "Example.ORG"),
  ])
  func `a host in plain letters is shown as it is written`(address: String, host: String) {
    let found = LinkHost(of: address)
    #expect(found.written == host && found.asked == nil && found.shown == host)
  }

  @Test(arguments: [
    ("https://сотто.рф/x", "сотто.рф", "xn--n1aahfa.xn--p1ai"),
    ("http://раypal.com", "раypal.com", "xn--ypal-43d9g.com"),
    ("https://аpple.com:443/", "аpple.com:443", "xn--pple-43d.com:443"),
    ("https://www.аррӏе.com", "www.аррӏе.com", "www.xn--80ak6aa92e.com"),
    ("https://MÜNCHEN.de", "MÜNCHEN.de", "xn--mnchen-3ya.de"),
    ("https://straße.example", "straße.example", "xn--strae-oqa.example"),
    ("https://名前ー.example", "名前ー.example", "xn--wekx61hngb.example"),
    ("https://שלום.example", "שלום.example", "xn--9dbne9b.example"),
    ("https://good。bücher。example", "good。bücher。example", "good.xn--bcher-kva.example"),
    ("mailto:anna@сотто.рф", "anna@сотто.рф", "anna@xn--n1aahfa.xn--p1ai"),
  ])
  func `of a host in other letters it is said how it is asked for`(address: String, written: String, asked: String) {
    let found = LinkHost(of: address)
    #expect(found.written == written && found.asked == asked && found.shown == "\(written) (\(asked))")
  }

  @Test func `letters that become others are shown as bytes, and what is not seen is told and left out`() {
    #expect(LinkHost(of: "https://e\u{301}a.example").asked == "e%CC%81a.example")
    #expect(LinkHost(of: "https://ｇoogle.example").asked == "%EF%BD%87oogle.example")
    #expect(LinkHost(of: "https://a\u{202E}b.example").shown == "ab.example (a%E2%80%AEb.example)")
    #expect(LinkHost(of: "https://a\u{200B}b.example").shown == "ab.example (a%E2%80%8Bb.example)")
  }

  @Test func `a name that is too long to be found costs nothing`() {
    #expect(LinkHost(of: "https://" + String(repeating: "я", count: 100_000)).asked == nil)
    #expect(LinkHost(of: "https://").shown == "" && LinkHost(of: "").shown == "")
  }
}
