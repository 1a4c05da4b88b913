import Domain
import TestSupport
import Testing

@Suite struct `An identifier` {
  private let id = ChatID(high: 0x018F_3A5E_7C21_7000, low: 0x8000_0123_4567_89AB)
  private let text = "018f3a5e-7c21-7000-8000-0123456789ab"

  @Test func `is written in the usual form, zeros and all`() {
    #expect(id.description == text)
    #expect(ChatID(high: 0, low: 0).description == "00000000-0000-0000-0000-000000000000")
    #expect(ChatID(high: .max, low: .max).description == "ffffffff-ffff-ffff-ffff-ffffffffffff")
  }

  @Test func `is read back from text in either case, with and without hyphens`() {
    #expect(ChatID(text) == id)
    #expect(ChatID(text.uppercased()) == id)
    #expect(ChatID(text.filter { $0 != "-" }) == id)
    #expect(ChatID(Substring(text)) == id)
  }

  @Test func `is read back from its bytes`() {
    #expect(id.bytes.count == 16)
    #expect(id.bytes.first == 0x01 && id.bytes.last == 0xAB)
    #expect(ChatID(bytes: id.bytes) == id)
    #expect(ChatID(bytes: id.bytes[...]) == id)
  }

  @Test func `of any value survives both forms`() {
    let surroundings = ManualSurroundings(seed: 7)
    for _ in 0..<1_000 {
      let id = ChatID(high: surroundings.random(), low: surroundings.random())
      #expect(ChatID(id.description) == id)
      #expect(ChatID(bytes: id.bytes) == id)
    }
  }

  @Test(arguments: [
    "", "018f3a5e", "018f3a5e-7c21-7000-8000-0123456789a", "018f3a5e-7c21-7000-8000-0123456789abc",
    "018f3a5e-7c21-7000-8000-0123456789ag", "+18f3a5e-7c21-7000-8000-0123456789ab",
    "018f3a5e7-c21-7000-8000-0123456789ab", "018f3a5e7c217000+0000123456789ab", "----018f3a5e7c21700080000123456789ab",
    " 018f3a5e-7c21-7000-8000-0123456789ab", "０18f3a5e-7c21-7000-8000-0123456789ab",
  ])
  func `is not read from anything else`(text: String) {
    #expect(ChatID(text) == nil)
  }

  @Test(arguments: [0, 15, 17])
  func `is not read from too few or too many bytes`(count: Int) {
    #expect(ChatID(bytes: [UInt8](repeating: 0, count: count)) == nil)
  }

  @Test func `is in the order of its bytes and of its text`() {
    let surroundings = ManualSurroundings(seed: 8)
    let ids = (0..<200).map { _ in ChatID(high: (surroundings.random() % 4) << 62, low: surroundings.random()) }
      .sorted()
    #expect(ids.map(\.description) == ids.map(\.description).sorted())
    #expect(zip(ids, ids.dropFirst()).allSatisfy { !$1.bytes.lexicographicallyPrecedes($0.bytes) })
  }

  @Test func `that is new is greater than the one before, in one millisecond and over many`() {
    let surroundings = ManualSurroundings()
    var ids: [ChatID] = []
    for step in 0..<100 {
      if step % 3 == 0 { surroundings.advance(by: .milliseconds(1)) }
      ids.append(surroundings.newID())
    }
    #expect(ids == ids.sorted() && Set(ids).count == 100)
  }
}
