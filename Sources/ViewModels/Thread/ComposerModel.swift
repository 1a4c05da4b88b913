public import Domain
public import Observation

/// What is written in one chat and not yet sent. It lives as long as the program, whichever chat is open, and has each
/// letter from the first one on, whether or not the chat's draft was read from the disk yet.
@Observable
public final class ComposerModel {
  /// What is typed and not sent. A view sets it in the turn in which it changes.
  public var text = "" {
    didSet {
      guard text != oldValue else { return }
      onWrite?(text)
      changed()
    }
  }
  /// What is to be sent with it and is too long for a field; see `ComposerModel+LongText`.
  public internal(set) var longText = ""
  /// Pictures that are to go with it, in order.
  public internal(set) var pictures: [PendingPicture] = []
  /// The message that is written anew here; see `ComposerModel+Editing`.
  var edit: Edit?
  /// Why the last send was not saved; its text is back in the composer.
  public internal(set) var sendFailure: String?
  /// Why what is typed is not on disk; it is tried again by itself.
  public internal(set) var saveFailure: String?

  /// Called at once with each new text, in the same turn of the main loop, for the field that shows it. An observation
  /// would come a turn later, and a key that is pressed in between would put the old text back.
  @ObservationIgnored public var onWrite: ((String) -> Void)?
  /// The face can show a text of any length; then none stands beside it.
  @ObservationIgnored public var showsAnyText = false
  /// Called at once when the cursor is to come here.
  @ObservationIgnored public var onFocus: (() -> Void)?

  let id: ChatID
  /// Nothing can be saved.
  @ObservationIgnored let isReadOnly: Bool
  /// The chat itself while it exists only in memory.
  var newChat: Chat?
  /// The thread that shows this chat, while one does.
  @ObservationIgnored weak var thread: ThreadModel?
  @ObservationIgnored let service: ChatService
  @ObservationIgnored let surroundings: any Surroundings
  @ObservationIgnored let notices: Notices
  @ObservationIgnored let work: PendingWork
  @ObservationIgnored let library: LibraryPictures
  @ObservationIgnored let deletions: Deletions

  // What is on its way; see `ComposerModel+Saving`.
  /// Messages that have left the composer and are not on disk yet, oldest first.
  @ObservationIgnored var outgoing: [Outgoing] = []
  /// What is in the chat's draft on disk from here, as it was read or saved last.
  @ObservationIgnored var saved = Draft()
  @ObservationIgnored var isLoaded: Bool
  /// Something was changed here by hand since the draft was read.
  @ObservationIgnored var isTouched = false
  @ObservationIgnored var isSaveDue = false
  @ObservationIgnored var isLoadDue = false
  @ObservationIgnored var saveTimer: Task<Void, Never>?
  @ObservationIgnored var worker: Task<Void, Never>?
  /// Counts what was begun, so that a read which something overtook is seen to be old.
  @ObservationIgnored var steps = 0
  @ObservationIgnored var pendingCount = 0

  init(
    chat: Chat, isNew: Bool, service: ChatService, surroundings: any Surroundings, notices: Notices, work: PendingWork,
    library: LibraryPictures, deletions: Deletions, isReadOnly: Bool
  ) {
    id = chat.id
    newChat = isNew ? chat : nil
    isLoaded = isNew
    self.service = service
    self.surroundings = surroundings
    self.notices = notices
    self.work = work
    self.library = library
    self.deletions = deletions
    self.isReadOnly = isReadOnly
  }

  /// True when something is there to send, and every picture was read.
  public var canSend: Bool {
    !isBlank && pictures.allSatisfy(\.isReady)
  }
  /// True when nothing is there to send.
  public var isBlank: Bool { text.trimmed.isEmpty && longText.allSatisfy(\.isWhitespace) && pictures.isEmpty }
  /// What stands above the composer when something could not be saved.
  public var failure: String? { sendFailure ?? saveFailure }
  /// The chat is open, so that its failures are seen where they belong.
  var isOpen: Bool { thread.map { !$0.hasLeft } ?? false }

  /// What would be saved now; a picture that is still read is not among it. A message that is written anew is, behind what
  /// was here before, once it is another one.
  var current: Draft {
    let written = Draft(text: words, pictures: pictures.compactMap(\.attachment))
    guard let edit else { return written }
    return written == edit.original ? edit.former : edit.former.followed(by: written)
  }

  /// What would be sent now.
  var unsent: Draft { Draft(text: words.trimmed, pictures: pictures.compactMap(\.attachment)) }

  /// Sends what is written. It leaves the composer at once and comes back if it could not be saved.
  public func send() {
    guard canSend, !isReadOnly else { return }
    if let edit, unsent == Draft(text: edit.original.text.trimmed, pictures: edit.original.pictures) {
      // There is nothing new in it.
      return cancelEdit()
    }
    outgoing.append(Outgoing(message: unsent, part: edit.map { .edit($0) } ?? .all))
    thread?.dropNewLine()
    sendFailure = nil
    if let edit {
      end(edit)
    } else {
      pictures = []
      longText = ""
      text = ""
    }
    proceed()
  }

  /// The user has changed the text, so that the agent will probably be asked soon.
  public func edited(to text: String) {
    self.text = text
    if !text.isEmpty { thread?.prepareAgent() }
  }

  /// Takes the sentence about what failed away.
  public func dismissFailure() {
    sendFailure = nil
    saveFailure = nil
  }

  /// Sends words that a face has at hand, as they are, and returns once they are on disk. What is being typed stays.
  ///
  /// - Parameters:
  ///   - pictures: what goes with them; for nil the pictures that wait here.
  ///   - isTyped: they were typed here, so that the draft on disk may hold a part of them.
  public func send(
    _ words: String, pictures: [Attachment]? = nil, isTyped: Bool
  ) async throws(StoreError) -> ChatService.Receipt {
    let waiting = pictures == nil ? self.pictures.compactMap(\.attachment) : []
    if pictures == nil { self.pictures.removeAll { $0.isReady } }
    let message = Draft(text: words, pictures: pictures ?? waiting)
    thread?.dropNewLine()
    let result = await withCheckedContinuation { answer in
      outgoing.append(
        Outgoing(message: message, part: isTyped ? .all : pictures == nil ? .pictures : .nothing) {
          answer.resume(returning: $0)
        })
      proceed()
    }
    if case .failure = result { show(waiting) }
    return try result.get()
  }

  /// Puts what was not sent before what was written since.
  func putBack(_ unsent: [Draft]) {
    show(unsent.flatMap(\.pictures))
    let texts = (unsent.map(\.text) + [words]).filter { !$0.isEmpty }
    write(texts.joined(separator: "\n"))
    isTouched = true
  }
}
