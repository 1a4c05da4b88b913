import Domain
import Testing

struct SaturatingTests {
  @Test func `Sums, differences and products stop at the ends`() {
    #expect(Int64.max.plus(1) == .max && Int64.min.plus(-1) == .min && Int64(2).plus(3) == 5)
    #expect(Int64.min.minus(1) == .min && Int64.max.minus(-1) == .max && Int64(0).minus(.min) == .max)
    #expect(Int64.max.times(-2) == .min && Int64.min.times(-1) == .max && Int64(-3).times(4) == -12)
    #expect(Int64.max.clamped(to: 0...9) == 9 && Int64.min.clamped(to: 0...9) == 0)
  }

  @Test(arguments: [Int64.min, .min + 1, -1, 0, 1, .max - 1, .max])
  func `Any time can be compared, moved and shown`(milliseconds: Int64) {
    let time = Timestamp(milliseconds: milliseconds)
    for other in [Int64.min, -1, 0, .max].map(Timestamp.init(milliseconds:)) {
      let passed = time.since(other)
      #expect((passed < .zero) == (time < other))
      #expect(passed.wholeMilliseconds == milliseconds.minus(other.milliseconds))
    }
    #expect(Timestamp.showable.contains(time.shown))
    let seconds = Duration.seconds(milliseconds)
    #expect((seconds.wholeMilliseconds < 0) == (milliseconds < 0))
  }
}
