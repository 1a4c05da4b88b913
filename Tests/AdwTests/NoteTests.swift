import Adw
import Testing
import WindowSupport

extension WindowFixtureTests {
  /// What lies beside a part of a column and takes no room.
  @Suite struct NoteTests {
    @Test(arguments: [false, true])
    func `a note lies on the far side of what it is beside, and moves nothing`(isMirrored: Bool) async throws {
      let (left, right, line, full) = (Label("A few words"), Label("Some more words"), Label("Name"), Label("Text"))
      let column = BubbleColumn {
        BubbleColumn.Part(left, .start)
        BubbleColumn.Part(right, .end)
        BubbleColumn.Part(line, .start)
        BubbleColumn.Part(full, .fill)
      }
      column.isRightToLeft = isMirrored
      try await WindowFixture.show(Box(.vertical) { column }, width: 500) { _ in
        let places = [left, right, line, full].map { $0.frame(in: column) }
        let height = column.height
        let notes = [left, right, full].map { part in
          let note = Label("x")
          column.note(note, beside: part)
          return note
        }
        #expect(await WindowFixture.wait { notes.allSatisfy { $0.width > 0 && $0.isMapped } })
        #expect([left, right, line, full].map { $0.frame(in: column) } == places && column.height == height)
        let frames = try notes.map { try #require($0.frame(in: column)) }
        let parts = try places.map { try #require($0) }
        // Beside the first two, and beside the line above the last one.
        for (frame, part, isAtStart) in [
          (frames[0], parts[0], true), (frames[1], parts[1], false), (frames[2], parts[2], true),
        ] {
          let isRight = isAtStart != isMirrored
          #expect(isRight ? frame.x >= part.right : frame.right <= part.x, "\(frame) \(part)")
          #expect(frame.y < part.bottom && frame.bottom > part.y)
        }
        column.remove(notes[0])
        #expect(await WindowFixture.wait { column.children.count == 6 })
      }
    }
  }
}
