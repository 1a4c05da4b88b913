import Adw
import Observation
import Testing
import WindowSupport

@Observable private final class Model {
  var count = 0
  var name = "Ada"
}

extension WindowFixtureTests {
  @Suite struct BindingTests {
    @Test func `a label follows its model`() {
      let model = Model()
      let label = Strong(Label().observe { $0.text = model.name })
      #expect(label.object.text == "Ada")
      model.name = "Grace"
      WindowFixture.settle()
      #expect(label.object.text == "Grace")
    }

    @Test func `a hundred changes make one update`() {
      let model = Model()
      var runs = 0
      let label = Strong(
        Label().observe {
          runs += 1
          $0.text = "\(model.count)"
        })
      for _ in 0..<100 { model.count += 1 }
      #expect(runs == 1)
      WindowFixture.settle()
      #expect(runs == 2)
      #expect(label.object.text == "100")
    }

    @Test func `an effect ends with its widget, and leaves nothing behind in the model`() {
      let model = Model()
      var runs = 0
      final class Probe {}
      weak var probe: Probe?
      do {
        let kept = Probe()
        probe = kept
        _ = Strong(
          Label().observe { _ in
            runs += 1
            _ = (model.count, kept)
          })
      }
      #expect(probe == nil)
      model.count += 1
      WindowFixture.settle()
      #expect(runs == 1)
    }

    @Test func `a button calls back, and its closure dies with it`() {
      final class Probe { var presses = 0 }
      weak var probe: Probe?
      do {
        let kept = Probe()
        probe = kept
        let button = Strong(Button("Press").onClick { kept.presses += 1 })
        button.object.click()
        button.object.click()
        #expect(kept.presses == 2)
      }
      #expect(probe == nil)
    }

    @Test func `a weak reference forgets a widget that is gone`() {
      let weak: Weak<Label>
      do {
        let label = Strong(Label("Soon gone"))
        weak = Weak(label.object)
        #expect(weak.value?.text == "Soon gone")
      }
      #expect(weak.value == nil)
    }

    @Test func `a timer that is cancelled never fires`() async {
      var fired: [String] = []
      let first = MainLoop.after(milliseconds: 1) { fired.append("first") }
      MainLoop.after(milliseconds: 2) { fired.append("second") }
      first.cancel()
      #expect(await WindowFixture.wait { fired.contains("second") })
      #expect(fired == ["second"])
      #expect(!first.isWaiting)
    }

    @Test func `a window shows its content`() async throws {
      let label = Label("Hello")
      try await WindowFixture.show(
        Box(.vertical) {
          HeaderBar()
          label.expanding(vertically: true)
        }
      ) { window in
        #expect(label.isMapped)
        #expect(label.window?.isSame(as: window) == true)
        #expect(window.title.hasPrefix("Stage "))
        #expect(window.snapshot() != nil)
      }
    }
  }
}
