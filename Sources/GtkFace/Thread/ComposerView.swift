import Adw
import Domain
import Localization
import ViewModels

/// Where one writes: the field, the send button that is Stop while a reply grows, and why the last send failed. There is
/// one for all chats, with a text of its own for each: so the keyboard stays where it is when another chat is opened, and
/// each key goes to the chat in which it was pressed.
final class ComposerView {
  let view: Box
  private let library: LibraryModel
  private let field = ComposerField(placeholder: localized("Message"), maximumLines: 5)
  private let sendIcon = SendIcon()
  private let stopIcon = Image(icon: "media-playback-stop-symbolic").decorative()
  private let send: Button
  /// Beside Send while a reply is under way and there is something to send; else Send itself is Stop.
  private let stop = Button(icon: "media-playback-stop-symbolic", name: localized("Stop")).flat().styled("circular")
  private let failure = Label().wrapping().aligned(0).expanding(horizontally: true)
  /// Called when the messages are to be scrolled by a page, up for -1.
  var onPage: @MainActor (Int) -> Void = { _ in }
  private var texts: [ObjectIdentifier: WrittenText] = [:]
  /// The chat whose text is in the field.
  private var thread: ThreadModel?

  init(library: LibraryModel) {
    self.library = library
    let (sendIcon, stopIcon) = (sendIcon, stopIcon)
    let faces = Box(.horizontal) {
      sendIcon
      stopIcon
    }
    send = Button(faces.aligned(horizontally: .center)).titled(localized("Send")).styled("send", "suggested-action")
    let (field, send, stop, failure) = (field, send, stop, failure)
    let emoji = Self.button("face-smile-symbolic", localized("Insert an emoji"))
    let attach = Self.button("mail-attachment-symbolic", localized("Attach pictures"))
    let camera = Self.button("camera-photo-symbolic", localized("Take a photo"))
    let gauge = ContextGauge.make(library)
    let dismiss = Self.button("window-close-symbolic", localized("Dismiss")).aligned(vertically: .center)
    let choose = MenuButton(localized("Choose an Agent"), AgentChooser.make(library)).aligned(vertically: .center)
    let failureLine = Box(.horizontal, spacing: 6) {
      failure
      choose
      dismiss
    }.styled("failure")
    let editLine = EditLine.make(library)
    let pictures = Bin().margins(start: 12, end: 12)
    let line = Box(.horizontal, spacing: 8) {
      Box(.horizontal, spacing: 0) {
        attach
        camera
        field.expanding(horizontally: true).aligned(vertically: .center)
        emoji
      }.styled("composer").expanding(horizontally: true)
      gauge.aligned(vertically: .end)
      stop.aligned(vertically: .end)
      send.aligned(vertically: .end)
    }.styled("composer-bar")
    view = Box(.vertical) {
      failureLine
      editLine
      pictures
      line
    }
    line.isEnabled = library.readOnly == nil
    listen()
    attach.onClick { [weak self] in
      if let thread = self?.thread { PictureIntake.choose(into: thread, over: attach.window) }
    }
    camera.onClick { [weak self] in
      if let thread = self?.thread { CameraDialog.open(into: thread, over: camera.window) }
    }
    emoji.onClick { field.chooseEmoji() }
    dismiss.onClick { [weak self] in self?.thread?.composer.dismissFailure() }
    failureLine.observe { line in
      let trouble = library.thread?.isReadOnly == false ? library.thread?.agentTrouble : nil
      let sentence = trouble ?? library.thread?.composer.failure
      line.isVisible = sentence != nil
      failure.text = sentence ?? ""
      choose.isVisible = trouble != nil
      // What is so as long as the agent is away cannot be dismissed.
      dismiss.isVisible = trouble == nil
    }
    var shown: ComposerModel?
    pictures.observe { pictures in
      guard let composer = library.thread?.composer, composer !== shown else { return }
      shown = composer
      pictures.show(PreviewBar.make(composer))
    }
  }

  private static func button(_ icon: String, _ name: String) -> Button {
    Button(icon: icon, name: name).flat().styled("circular").aligned(vertically: .end)
  }

  private func listen() {
    field.onKey { [weak self] stroke in
      guard let self else { return false }
      guard stroke.key.isEnter else { return take(stroke) }
      let wantsSend = library.settings.sendsWithControl ? stroke.modifiers == .control : stroke.modifiers.isEmpty
      guard wantsSend else { return false }
      thread?.send()
      return true
    }
    field.observe { [library] field in
      let usual = library.thread?.pictures.isEmpty ?? true ? localized("Message") : localized("Add a caption")
      field.setPlaceholder(library.readOnly == nil ? usual : localized("Read only"))
    }
    var reading = ReadingStyle()
    field.observe { [library] field in
      guard reading != library.settings.reading else { return }
      reading = library.settings.reading
      field.takeNewFont()
    }
    field.onPasteContent(into: { [weak self] in self?.thread }) { [library] thread, incoming in
      guard let thread else { return }
      PictureIntake.take(incoming, called: localized("Pasted picture"), into: thread, library: library)
    }
    send.onClick { [weak self] in
      guard let thread = self?.thread else { return }
      if thread.showsStop { thread.stop() } else { thread.send() }
      self?.focus()
    }
    stop.onClick { [weak self] in
      self?.thread?.stop()
      self?.focus()
    }
    // One goes on writing: a button that is Send now and Stop or off a moment later must not have the keyboard.
    for button in [send, stop] { button.focusOnClick(false) }
    stop.observe { [library, weak self] button in
      let isBeside = library.thread.map { $0.isReplying && !$0.showsStop } ?? false
      if !isBeside, button.containsFocus { self?.focus() }
      button.isVisible = isBeside
    }
    let (sendIcon, stopIcon) = (sendIcon, stopIcon)
    send.observe { [library, weak self] button in
      let isStop = library.thread?.showsStop ?? false
      sendIcon.isVisible = !isStop
      stopIcon.isVisible = isStop
      button.titled(isStop ? localized("Stop") : localized("Send"))
      let isEnabled = isStop || library.thread?.canSend ?? false
      if !isEnabled, button.containsFocus { self?.focus() }
      button.isEnabled = isEnabled
      button.style("suggested-action", !isStop)
    }
  }

  /// What a key means that writes nothing.
  private func take(_ stroke: KeyStroke) -> Bool {
    guard stroke.modifiers.isEmpty, let thread else { return false }
    switch stroke.key {
    case .up where thread.composer.isBlank && !thread.composer.isEditing: thread.editLast()
    case .escape where thread.composer.isEditing: thread.composer.cancelEdit()
    case .pageUp: onPage(-1)
    case .pageDown: onPage(1)
    default: return false
    }
    return true
  }

  /// Turns to another chat: from here on the keys are written there.
  func show(_ thread: ThreadModel?) {
    view.isVisible = thread != nil
    guard let thread else { return }
    self.thread = thread
    field.show(text(of: thread.composer))
  }

  private func text(of composer: ComposerModel) -> WrittenText {
    if let text = texts[ObjectIdentifier(composer)] { return text }
    let text = field.newText(composer.text).onEdit { composer.edited(to: $0) }.onInsert { composer.takes(inserted: $0) }
    texts[ObjectIdentifier(composer)] = text
    // What is not typed comes into the field at once: the next key is added to it.
    composer.onWrite = { [weak text] in text?.text = $0 }
    composer.onFocus = { [weak self] in self?.focus() }
    return text
  }

  func focus() { field.grabFocus() }

  /// What letters go to that nothing else wants; nil while nothing can be written.
  var typingField: ComposerField? { field.isMapped ? field : nil }
}
