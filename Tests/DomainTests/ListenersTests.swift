import Domain
import Testing

/// Who hears of a value that changes.
@Suite(.timeLimit(.minutes(1))) struct ListenersTests {
  @Test func `Each hears the newest, and all streams end`() async {
    let listeners = Listeners<Int>()
    let streams = [listeners.add(), listeners.add()]
    listeners.tell(1)
    listeners.tell(2)
    listeners.finish()
    for stream in streams {
      var heard: [Int] = []
      for await value in stream { heard.append(value) }
      #expect(heard == [2])
    }
  }

  @Test func `A stream that is added after the end ends at once, with what there is`() async {
    let listeners = Listeners<Int>()
    listeners.answer { 7 }
    listeners.finish()
    var heard: [Int] = []
    for await value in listeners.add() { heard.append(value) }
    for await value in listeners.add(now: true) { heard.append(value) }
    #expect(heard == [7])
  }
}
