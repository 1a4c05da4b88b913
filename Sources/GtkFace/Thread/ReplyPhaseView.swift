import Adw
import Domain
import ViewModels
import Wording

/// What stands where a reply will be: dots, a ring that fills while the agent loads or reads, or that its agent is not here.
enum ReplyPhaseView {
  /// As a reply with one line of text looks, so that nothing moves when its first word comes.
  static func make(_ row: ThreadRow, thread: ThreadModel) -> Box {
    let dots = TypingDots().decorative()
    let ring = ProgressRing(size: 16).decorative()
    let words = Label().decorative()
    let detail = Label().styled("phase-detail").decorative().characters(minimum: 5)
    let box = Box(.horizontal, spacing: 10) {
      dots
      ring
      words
      detail.aligned(1)
    }
    dots.observe { $0.isVisible = row.phase.progress?.part == nil && thread.agent != nil }
    ring.observe { ring in
      let part = row.phase.progress?.part
      ring.isVisible = part != nil
      ring.part = part ?? 0
    }
    words.observe { $0.text = thread.label(of: row) ?? " " }
    detail.observe { detail in
      let text = row.phase.detail
      detail.isVisible = text != nil
      detail.text = text ?? ""
    }
    return box
  }
}
