import CAdw
import Testing
import WindowSupport

@testable import Adw

extension WindowFixtureTests {
  /// Short notices, one at a time.
  @Suite struct ToastTests {
    @Test func `a toast is dismissed by its handle and says so`() async throws {
      let toasts = ToastOverlay(Label("Below"))
      try await WindowFixture.show(toasts) { window in
        var gone = 0
        let toast = toasts.show(Toast("Moved to the <bin>").button("_Undo") {}.onDismissed { gone += 1 })
        #expect(await WindowFixture.frames(3, of: window))
        #expect(gone == 0)
        toast.dismiss()
        #expect(await WindowFixture.wait { gone == 1 })
      }
    }

    @Test func `a dismissed toast is gone, with what its button keeps`() async throws {
      let toasts = ToastOverlay(Label("Below"))
      try await WindowFixture.show(toasts) { window in
        var isGone = false
        weak let kept = show { isGone = true }
        #expect(await WindowFixture.frames(3, of: window))
        #expect(kept != nil && !isGone)
        kept?.dismiss()
        #expect(await WindowFixture.wait { isGone && kept == nil })

        /// A toast that only the overlay and the button's closure keep.
        @MainActor func show(_ gone: @escaping @MainActor () -> Void) -> Kept {
          let kept = Kept()
          let toast = toasts.show(Toast("Moved").button("_Undo") { kept.dismiss() })
          kept.dismiss = { [weak toast] in toast?.dismiss() }
          toast.whenGone(gone)
          return kept
        }
      }
    }

    /// What a button's closure keeps.
    private final class Kept {
      var dismiss: @MainActor () -> Void = {}
    }

    @Test func `toasts wait for one another, and one that is dismissed before its turn is never shown`() async throws {
      let toasts = ToastOverlay(Label("Below"))
      try await WindowFixture.show(toasts) { window in
        var gone: [Int] = []
        let all = (1...4).map { number in
          toasts.show(Toast("Number \(number)").onDismissed { gone.append(number) })
        }
        #expect(await WindowFixture.frames(3, of: window))
        #expect(count(toasts) == 1)
        all[1].dismiss()
        #expect(gone == [2])
        all[0].dismiss()
        #expect(gone == [2, 1])
        all[2].dismiss()
        #expect(gone == [2, 1, 3])
        #expect(await WindowFixture.wait { count(toasts) == 1 && gone.count == 3 })
        all[3].dismiss()
        #expect(await WindowFixture.wait { count(toasts) == 0 })
        #expect(gone == [2, 1, 3, 4])
      }
    }

    /// How many toasts are on screen, be it that one is just going.
    private func count(_ toasts: ToastOverlay) -> Int {
      var (count, child) = (0, gtk_widget_get_first_child(toasts.widget))
      while let one = child {
        if String(cString: gtk_widget_get_css_name(one)) == "toast" { count += 1 }
        child = gtk_widget_get_next_sibling(one)
      }
      return count
    }

    @Test func `toasts that take each other's place at once use nothing that is gone`() async throws {
      let toasts = ToastOverlay(Label("Below"))
      try await WindowFixture.show(toasts) { window in
        var gone: [Int] = []
        @MainActor func show(_ number: Int) -> Toast {
          toasts.show(Toast("Number \(number)").onDismissed { gone.append(number) })
        }
        let first = show(1)
        #expect(await WindowFixture.frames(3, of: window))
        first.dismiss()
        let second = show(2)
        #expect(await WindowFixture.frames(2, of: window))
        second.dismiss()
        #expect(await WindowFixture.wait { count(toasts) == 0 })
        #expect(gone == [1, 2])
        // What GTK reads of a toast that is freed lies here now.
        var taken: [UnsafeMutableRawPointer] = []
        for size in stride(from: 32, through: 128, by: 8) {
          for _ in 0..<200 {
            let block = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 8)
            block.initializeMemory(as: UInt8.self, repeating: 0x41, count: size)
            taken.append(block)
          }
        }
        let last = show(3)
        #expect(count(toasts) == 1)
        #expect(await WindowFixture.frames(2, of: window))
        last.dismiss()
        #expect(await WindowFixture.wait { count(toasts) == 0 })
        for block in taken { block.deallocate() }
      }
    }
  }
}
