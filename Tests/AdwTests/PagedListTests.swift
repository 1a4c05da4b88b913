import Adw
import Testing
import WindowSupport

extension WindowFixtureTests {
  @Suite struct PagedListTests {
    @Test func `a conversation opens at its end, with the first frame already there`() async throws {
      let talk = Conversation(Array(0..<60))
      var wrong: [Double] = []
      talk.show()
      talk.list.onPaint { if let gap = talk.below(59), gap != 0 { wrong.append(gap) } }
      try await WindowFixture.show(talk.list) { _ in
        #expect(await WindowFixture.wait { talk.isComplete })
        #expect(talk.list.isPinnedToEnd)
      }
      #expect(wrong == [])
    }

    @Test func `a view that a high row and many low ones fill is full at the first paint`() async throws {
      let list = PagedList<Int>(followsEnd: true, reserve: 1, firstRows: 5)
      list.update(ids: Array(0..<60)) { ListRow(Label("Row \($0)").minimum(height: $0 == 59 ? 240 : 36)) }
      var edges: [(top: Double, bottom: Double)] = []
      list.onPaint {
        let frames = list.aliveIDs.compactMap { list.row(of: $0)?.frame(in: list) }
        edges.append((frames.first?.y ?? .nan, (frames.last?.bottom ?? .nan) - Double(list.height)))
      }
      try await WindowFixture.show(list, width: 400, height: 583) { window in
        #expect(await WindowFixture.frames(2, of: window))
      }
      #expect(edges.allSatisfy { $0.top <= 0 && $0.bottom == 0 }, "\(edges)")
    }

    @Test func `with a reserve only rows in reach are made: before the first paint those in view, then a page more`()
      async throws
    {
      for followsEnd in [true, false] {
        let talk = Conversation(Array(0..<300), followsEnd: followsEnd, reserve: 1)
        var gaps: [Double] = []
        talk.show()
        talk.list.onPaint {
          let edge =
            followsEnd ? talk.list.aliveIDs.first.flatMap(talk.top) : talk.list.aliveIDs.last.flatMap(talk.below)
          if let edge, edge > 0 { gaps.append(edge) }
        }
        func reach() -> Double {
          let height = Double(talk.list.height)
          let edge =
            followsEnd ? talk.list.aliveIDs.first.flatMap(talk.top) : talk.list.aliveIDs.last.flatMap(talk.below)
          return -(edge ?? 0) / max(height, 1)
        }
        try await WindowFixture.show(talk.list, width: 400, height: 900) { window in
          #expect(await WindowFixture.wait { reach() >= 1 })
          #expect(await WindowFixture.frames(20, of: window))
          #expect(talk.list.aliveIDs.count < 100)
          // They come as one goes on, without a gap, up to the other end.
          let far = followsEnd ? 0 : 299
          for _ in 0..<400 where talk.list.row(of: far) == nil {
            talk.list.offset += followsEnd ? -700 : 700
            #expect(await WindowFixture.frames(2, of: window))
          }
          #expect(await WindowFixture.wait { talk.isComplete })
        }
        #expect(gaps == [])
      }
    }

    @Test func `while the reader is at the end, it is seen at every paint as a reply grows`() async throws {
      let talk = Conversation(Array(0..<60))
      try await talk.open { window in
        var gaps: [Double] = []
        talk.list.onPaint { gaps.append(talk.below(talk.ids.last ?? 0) ?? .nan) }
        for step in 0..<200 {
          if step == 100 {
            talk.ids.append(60)
            talk.show()
          }
          let label = try #require(talk.labels[talk.ids.last ?? 0])
          label.text += " word\(step)"
          #expect(await WindowFixture.frames(1, of: window))
        }
        #expect(gaps.count >= 200)
        #expect(gaps.filter { $0 != 0 } == [])
      }
    }

    @Test func `older rows come in above and nothing that is read moves`() async throws {
      let talk = Conversation(Array(300..<360))
      try await talk.open { window in
        talk.list.scroll(to: 320, .offset(-17))
        #expect(await WindowFixture.frames(2, of: window))
        #expect(!talk.list.isPinnedToEnd)
        #expect(talk.top(320) == -17)
        var tops: [Double] = []
        talk.list.onPaint { tops.append(talk.top(320) ?? .nan) }
        for page in 1...5 {
          talk.ids = Array((300 - 30 * page)..<360)
          talk.show()
          #expect(await WindowFixture.wait { talk.isComplete })
          #expect(await WindowFixture.frames(2, of: window))
        }
        #expect(tops.count >= 10)
        #expect(tops.filter { $0 != -17 } == [])
      }
    }

    @Test func `rows that go at the top, or grow above, move nothing that is read`() async throws {
      let talk = Conversation(Array(0..<120))
      try await talk.open { window in
        talk.list.scroll(to: 80, .offset(40))
        #expect(await WindowFixture.frames(2, of: window))
        var tops: [Double] = []
        talk.list.onPaint { tops.append(talk.top(80) ?? .nan) }
        talk.ids = Array(40..<120)
        talk.show()
        #expect(await WindowFixture.frames(2, of: window))
        talk.labels[50]?.text += String(repeating: " more and more", count: 60)
        #expect(await WindowFixture.frames(2, of: window))
        talk.labels[60]?.text = "less"
        #expect(await WindowFixture.frames(2, of: window))
        talk.ids.append(contentsOf: 120..<140)
        talk.show()
        #expect(await WindowFixture.wait { talk.isComplete })
        #expect(await WindowFixture.frames(2, of: window))
        #expect(tops.filter { $0 != 40 } == [])
      }
    }

    @Test func `a reader inside a message higher than the window is not moved while it grows`() async throws {
      let talk = Conversation(Array(0..<20))
      try await talk.open { window in
        let label = try #require(talk.labels[19])
        label.text = String(repeating: "A long answer. ", count: 300)
        #expect(await WindowFixture.frames(2, of: window))
        talk.list.scroll(to: 19, .offset(-200))
        #expect(await WindowFixture.frames(2, of: window))
        var tops: [Double] = []
        talk.list.onPaint { tops.append(talk.top(19) ?? .nan) }
        for _ in 0..<50 {
          label.text += " And on, and on, and on it goes."
          #expect(await WindowFixture.frames(1, of: window))
        }
        #expect(tops.filter { $0 != -200 } == [])
        #expect(!talk.list.isPinnedToEnd)
      }
    }

    @Test func `a scroll up unpins, and a scroll back down pins again`() async throws {
      let talk = Conversation(Array(0..<60))
      var told: [Bool] = []
      talk.list.onPinnedChange { told.append($0) }
      try await talk.open { window in
        #expect(told == [])
        Conversation.userScrolls(talk.list, by: -30)
        #expect(await WindowFixture.wait { told == [false] })
        #expect(await WindowFixture.frames(1, of: window))
        talk.labels[59]?.text += String(repeating: " more", count: 100)
        let top = talk.top(50)
        #expect(await WindowFixture.frames(2, of: window))
        #expect(talk.top(50) == top)
        Conversation.userScrolls(talk.list, by: 10_000)
        #expect(await WindowFixture.wait { told == [false, true] })
        #expect(await WindowFixture.frames(1, of: window))
        #expect(talk.below(59) == 0)
      }
    }

    @Test func `the end of a window that is not the end of all is not followed`() async throws {
      let talk = Conversation(Array(0..<60))
      talk.endIsReached = false
      var asked = 0
      var wanted = 0
      talk.list.onNearEnd { asked += 1 }
      talk.list.onEndWanted { wanted += 1 }
      try await talk.open { window in
        #expect(!talk.list.isPinnedToEnd)
        Conversation.userScrolls(talk.list, by: 1_000_000)
        #expect(await WindowFixture.wait { asked == 1 })
        #expect(await WindowFixture.frames(1, of: window))
        let top = talk.top(59)
        talk.ids.append(contentsOf: 60..<70)
        talk.show()
        #expect(await WindowFixture.wait { talk.isComplete })
        #expect(await WindowFixture.frames(2, of: window))
        #expect(talk.top(59) == top)
        talk.list.scrollToEnd()
        #expect(wanted == 1)
        talk.ids = Array(70..<130)
        talk.endIsReached = true
        talk.show()
        #expect(await WindowFixture.frames(2, of: window))
        #expect(talk.below(129) == 0)
        #expect(talk.list.isPinnedToEnd)
      }
    }

    @Test func `near an end the caller is asked once, and again after it has answered`() async throws {
      let talk = Conversation(Array(100..<160))
      var asked = 0
      talk.list.onNearStart { asked += 1 }
      try await talk.open { window in
        #expect(asked == 0)
        talk.list.scroll(to: 104)
        #expect(await WindowFixture.wait { asked == 1 })
        Conversation.userScrolls(talk.list, by: -3)
        #expect(await WindowFixture.frames(3, of: window))
        talk.show()
        #expect(await WindowFixture.frames(3, of: window))
        #expect(asked == 1)
        talk.list.askAgain()
        #expect(await WindowFixture.wait { asked == 2 })
        talk.ids.insert(99, at: 0)
        talk.show()
        #expect(await WindowFixture.wait { asked == 3 })
      }
    }

    @Test func `an animation of GTK's own goes on where it was when rows come in above`() async throws {
      let talk = Conversation(Array(300..<360))
      try await talk.open { window in
        talk.list.scroll(to: 330, .offset(0))
        #expect(await WindowFixture.frames(2, of: window))
        // As kinetic scrolling does: absolute positions at each tick, from where it began.
        let begin = talk.list.offset
        var step = 0.0
        talk.list.onTick { _ in
          step += 1
          talk.list.offset = begin - 5 * step
          return step < 40
        }
        var tops: [Double] = []
        talk.list.onPaint { tops.append(talk.top(330) ?? .nan) }
        #expect(await WindowFixture.wait { step >= 10 })
        talk.ids = Array(270..<360)
        talk.show()
        #expect(await WindowFixture.wait { step >= 40 })
        let steps = zip(tops.dropFirst(), tops).map { $0 - $1 }
        #expect(steps.filter { $0 != 5 } == [])
      }
    }

    @Test func `the end is reached by a glide that can be overtaken`() async throws {
      let talk = Conversation(Array(0..<60))
      try await talk.open { window in
        talk.list.scroll(to: 50)
        #expect(await WindowFixture.frames(2, of: window))
        talk.list.scrollToEnd(animated: true)
        #expect(talk.list.isPinnedToEnd)
        talk.labels[59]?.text += String(repeating: " more", count: 200)
        #expect(await WindowFixture.wait { talk.below(59) == 0 })
        #expect(await WindowFixture.frames(2, of: window))
        #expect(talk.below(59) == 0)
      }
    }

    @Test func `other widths keep the place of what is read, and the end`() async throws {
      let talk = Conversation(Array(0..<80))
      try await talk.open { window in
        for width in [380, 360, 520, 700] { try await resize(window, talk.list, to: width) { talk.below(79) == 0 } }
        talk.list.scroll(to: 40, .offset(-10))
        #expect(await WindowFixture.frames(2, of: window))
        var tops: [Double] = []
        talk.list.onPaint { tops.append(talk.top(40) ?? .nan) }
        for width in [600, 420, 380] { try await resize(window, talk.list, to: width) { talk.top(40) == -10 } }
        #expect(tops.filter { $0 != -10 } == [])
      }
    }

    private func resize(
      _ window: Window, _ list: PagedList<Int>, to width: Int, _ isRight: () -> Bool
    ) async throws {
      let before = list.width
      window.size = (width, 500)
      try #require(await WindowFixture.wait { list.width != before })
      #expect(await WindowFixture.frames(2, of: window))
      #expect(isRight())
    }
  }
}
