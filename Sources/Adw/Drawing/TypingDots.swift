import CAdw
import Platform

/// Three dots on a sine wave: someone is writing. They stand still where the desktop asks for less motion.
package struct TypingDots: Widget {
  package let handle: Handle

  private static let size = 7.0
  private static let gap = 5.0
  private static let swing = 3.0
  /// How long a wave takes.
  private static let period = 1200

  /// Dots that move while they are on screen.
  package init() {
    var phase = 0.0
    let canvas = Canvas(
      width: Int(3 * Self.size + 2 * Self.gap), height: Int(Self.size + 2 * Self.swing)
    ) { pen, _, height in
      for dot in 0..<3 {
        let lift = Appearance.reducesMotion ? 0 : sin(2 * Double.pi * (phase - Double(dot) / 8)) * Self.swing
        let area = Rectangle(
          x: Double(dot) * (Self.size + Self.gap), y: (height - Self.size) / 2 + lift, width: Self.size,
          height: Self.size)
        pen.fill(area, pen.foreground, radius: Self.size / 2)
      }
    }
    handle = canvas.handle
    canvas.aligned(horizontally: .center, vertically: .center).role(.image).styled("typing-dots")
    // Without a graphics card each frame costs: 24 a second are enough for three dots.
    let step = 1000 / 24
    var timer: Timer?
    canvas.onMap {
      timer?.cancel()
      timer = MainLoop.every(milliseconds: step) {
        guard !Appearance.reducesMotion else { return true }
        phase = (phase + Double(step) / Double(Self.period)).truncatingRemainder(dividingBy: 1)
        canvas.redraw()
        return true
      }
    }
    canvas.onUnmap {
      timer?.cancel()
      timer = nil
    }
  }
}
