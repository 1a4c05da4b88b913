import Adw
import Testing
import WindowSupport

/// A conversation of numbered messages in a window, of which a test sees every paint.
final class Conversation {
  let list: PagedList<Int>
  private(set) var labels: [Int: Label] = [:]
  private(set) var made = 0
  var ids: [Int]
  var endIsReached = true

  init(
    _ ids: [Int], followsEnd: Bool = true, selection: PagedList<Int>.Selection = .none, reserve: Double? = nil
  ) {
    self.ids = ids
    list = PagedList<Int>(selection: selection, followsEnd: followsEnd, reserve: reserve)
    list.named("Conversation")
  }

  static func text(_ id: Int) -> String {
    "Message \(id). " + String(repeating: "Some words that need room. ", count: 1 + abs(id * 7) % 9)
  }

  func show() {
    list.update(ids: ids, endIsReached: endIsReached) { [unowned self] id in
      made += 1
      let label = Label(Self.text(id)).wrapping()
      labels[id] = label
      label.onGone { [weak self] in
        guard let self, labels[id]?.handle == label.handle else { return }
        labels[id] = nil
      }
      return ListRow(BubbleColumn { BubbleColumn.Part(label, id.isMultiple(of: 2) ? .start : .end) })
    }
  }

  /// Where a row's upper edge is below that of the view.
  func top(_ id: Int) -> Double? { list.row(of: id).flatMap { $0.frame(in: list) }?.y }

  /// How far the lower edge of a row is above that of the view: 0 when it just touches it.
  func below(_ id: Int) -> Double? {
    list.row(of: id).flatMap { $0.frame(in: list) }.map { Double(list.height) - $0.bottom }
  }

  var isComplete: Bool { list.aliveIDs == ids }

  /// Shows it in a window, and runs the body once all its rows are there.
  func open(width: Int = 400, height: Int = 500, _ body: (Window) async throws -> Void) async throws {
    show()
    try await WindowFixture.show(list, width: width, height: height) { window in
      try #require(await WindowFixture.wait { self.isComplete })
      #expect(await WindowFixture.frames(2, of: window))
      try await body(window)
    }
  }
}

extension Conversation {
  /// Moves the position as a wheel does: through the adjustment, between frames.
  static func userScrolls(_ list: PagedList<Int>, by distance: Double) { list.offset += distance }
}
