import CAdw

/// Three dots on a sine wave: someone is writing. They stand still where the desktop asks for less motion.
package struct TypingDots: Widget {
  package let handle: Handle

  package init() {
    Self.installStyle()
    handle = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 5))
    for place in ["first", "second", "third"] {
      let dot = AnyWidget(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
      dot.styled("typing-dot", place).minimum(width: 7, height: 7).aligned(vertically: .center)
      gtk_box_append(^self, dot.widget)
    }
  }

  private static var style: StyleSheet?

  /// GTK itself stops such animations under reduced motion.
  private static func installStyle() {
    guard style == nil else { return }
    style = StyleSheet(
      """
      @keyframes typing-wave { 0% { transform: translateY(0); } 25% { transform: translateY(-3px); }
        50% { transform: translateY(0); } 75% { transform: translateY(3px); } 100% { transform: translateY(0); } }
      .typing-dot { border-radius: 999px; background-color: currentColor; min-width: 7px; min-height: 7px;
        animation: typing-wave 1.2s ease-in-out infinite; }
      .typing-dot.second { animation-delay: 0.15s; }
      .typing-dot.third { animation-delay: 0.3s; }
      """)
  }
}
