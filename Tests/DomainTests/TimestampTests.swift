import Domain
import Testing

@Suite struct `A timestamp` {
  @Test func `moves by durations and tells them`() {
    let time = Timestamp(milliseconds: 1_000)
    #expect(time.advanced(by: .milliseconds(250)) == Timestamp(milliseconds: 1_250))
    #expect(time.advanced(by: .seconds(-2)) == Timestamp(milliseconds: -1_000))
    #expect(time.since(Timestamp(milliseconds: 400)) == .milliseconds(600))
    #expect(Timestamp(milliseconds: 400).since(time) == .milliseconds(-600))
    #expect(Timestamp(milliseconds: 1) < Timestamp(milliseconds: 2))
  }

  @Test func `knows whole milliseconds only`() {
    #expect(Duration.seconds(1.2345).wholeMilliseconds == 1_234)
    #expect(Duration.microseconds(999).wholeMilliseconds == 0)
    #expect(Duration.milliseconds(-1_500).wholeMilliseconds == -1_500)
  }
}
