import Domain
import Testing

@Suite struct DigitsTests {
  @Test(arguments: [(0, "00"), (7, "07"), (10, "10"), (123, "123"), (-5, "-05")])
  func `a number has zeros before it`(number: Int, text: String) {
    #expect(number.digits(2) == text)
  }

  @Test func `bytes and words are written in hexadecimal digits`() {
    #expect([UInt8]([0, 1, 0x0F, 0x10, 0xAB, 0xFF]).hexadecimal == "00010f10abff")
    #expect(UInt64(255).digits(16, radix: 16) == "00000000000000ff")
    #expect(UInt64.max.digits(16, radix: 16) == "ffffffffffffffff")
    #expect(UInt8(0xC3).digits(2, radix: 16, uppercase: true) == "C3")
    #expect(Int64.min.digits(2) == "\(Int64.min)")
  }
}
