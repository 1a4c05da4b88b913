public import Domain
private import Localization
internal import Wording

/// One download in the list.
public struct DownloadRow: Identifiable, Equatable {
  /// What is fetched, and what becomes of it.
  public let download: ModelDownload
  /// The download's.
  public var id: String { download.id }

  init(_ download: ModelDownload) { self.download = download }

  /// On one line.
  public var name: String { download.shownName }

  /// What becomes of it, or why it failed.
  public var words: String { download.words }

  /// Why it was begun anew; nil where it was not.
  public var remark: String? { download.newStartSentence }

  /// How much is here, 0 to 1; nil while there is nothing to show of it.
  public var part: Double? {
    switch download.state {
    case .checking(let part): part
    case .done, .waiting: nil
    case .connecting, .receiving, .paused, .elsewhere, .failed: download.part
    }
  }

  /// Whether it has failed.
  public var isFailed: Bool { if case .failed = download.state { true } else { false } }

  /// Whether it can be let rest.
  public var canPause: Bool { download.isActive }

  /// Whether it can go on.
  public var canResume: Bool {
    switch download.state {
    case .paused, .failed: true
    case .waiting, .connecting, .receiving, .checking, .elsewhere, .done: false
    }
  }

  /// What the button is called that lets it rest or go on.
  public var buttonName: String {
    if canPause { return localized("Pause the download of \(name)") }
    return isFailed ? localized("Try again to download \(name)") : localized("Resume the download of \(name)")
  }

  /// Whether it waits for a token.
  public var wantsToken: Bool { if case .failed(let fault) = download.state { fault.wantsToken } else { false } }

  /// The model that it became; nil until then.
  public var model: LocalModel? { if case .done(let model) = download.state { model } else { nil } }

  /// Whether it may be forgotten here.
  public var canRemove: Bool { download.state != .elsewhere }

  /// All of it, for screen readers: it changes with each tenth that comes, and not with each second.
  public var spoken: String {
    var words = self.words
    if case .receiving = download.state {
      words = download.part.map { PercentText.of(($0 * 10).rounded(.down) / 10) } ?? localized("Downloading…")
    }
    return [name, words, remark].compactMap { $0 }.joined(separator: ", ")
  }
}
