import Adw
import Domain
import Localization
import ViewModels
import Wording

/// Lines below the panes that stay: that nothing can be written, what happened to the library until it was read, and what
/// is done in the background while it is.
enum Banners {
  static func below(_ view: some Widget, of model: LibraryModel) -> Box {
    let remark = line {
      model.remark
    } dismissed: {
      model.remark = nil
    }
    let page = Box(.vertical)
    page.append(view.expanding(vertically: true))
    page.append(remark)
    let job = Label().styled("dim-label").wrapping().aligned(0).expanding(horizontally: true)
    let working = Box(.horizontal) { job }.styled("remark")
    working.observe { working in
      working.isVisible = model.jobs.running != nil
      if let running = model.jobs.running { job.text = words(running.kind, percent: PercentText.of(running.part)) }
    }
    page.append(working)
    if let readOnly = model.readOnly {
      // An option is not broken in two at the end of a line.
      let line = Label(readOnly.replacing("--home", with: "--\u{2060}home"))
      page.append(Box(.horizontal) { line.wrapping().aligned(0).expanding(horizontally: true) }.styled("remark"))
    }
    return page
  }

  /// A line that stays until it is dismissed.
  static func line(
    _ sentence: @escaping @MainActor () -> String?, dismissed: @escaping @MainActor () -> Void
  ) -> Box {
    let text = Label().wrapping().aligned(0).expanding(horizontally: true)
    let dismiss = Button(icon: "window-close-symbolic", name: localized("Dismiss")).flat().styled("circular")
    dismiss.aligned(vertically: .center)
    dismiss.onClick(dismissed)
    return Box(.horizontal, spacing: 6) {
      text
      dismiss
    }.styled("remark").observe { line in
      line.isVisible = sentence() != nil
      text.text = sentence() ?? ""
    }
  }

  private static func words(_ kind: LibraryJobKind, percent: String) -> String {
    switch kind {
    case .emptyingTrash: localized("Emptying the Trash… \(percent)")
    case .sweepingPictures: localized("Setting unused pictures aside… \(percent)")
    }
  }
}
