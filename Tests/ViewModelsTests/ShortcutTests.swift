import Testing
import ViewModels

@Suite struct ShortcutTests {
  @Test func `Each thing is done by keys of its own, and what is listed has one`() {
    let named = Shortcut.all.filter { $0.action != .other }
    #expect(Set(named.map(\.action)).count == named.count)
    // The viewer lies over the chats, and its keys are its own.
    for isViewer in [true, false] {
      let keys = named.filter { ($0.group == .viewer) == isViewer }.flatMap(\.keys)
      #expect(Set(keys).count == keys.count)
    }
    for shortcut in Shortcut.all where shortcut.title != nil { #expect(!shortcut.keys.isEmpty, "\(shortcut)") }
    let inTexts = Set(Shortcut.listed(in: .text).map(\.keys))
    for (key, hasControl, hasShift) in [
      ("a", true, false), ("Right", false, true), ("Right", true, true), ("Tab", false, false),
    ] {
      #expect(inTexts.contains { $0.key == key && $0.hasControl == hasControl && $0.hasShift == hasShift })
    }
    let viewer = Set(Shortcut.listed(in: .viewer).map(\.title))
    #expect(viewer.isSuperset(of: ["Zoom in", "Zoom out", "Full screen"]))
    for group in Shortcut.Group.allCases { #expect(!Shortcut.listed(in: group).isEmpty) }
  }
}
