import Adw
import Domain
import ViewModels

/// Where one writes: the field, the send button that is Stop while a reply grows, and why the last send failed.
final class ComposerView {
  let view: Box
  private let field: ComposerField

  init(model: ThreadModel, house: HouseModel) {
    let field = ComposerField(placeholder: "Message", maximumLines: 5)
    self.field = field
    let emoji = Button(icon: "face-smile-symbolic", name: "Insert an emoji").flat().styled("circular")
    emoji.aligned(vertically: .end)
    let send = Button(icon: "go-up-symbolic", name: "Send").styled("send", "suggested-action")
    send.aligned(vertically: .end)
    let attach = Button(icon: "mail-attachment-symbolic", name: "Attach pictures").flat().styled("circular")
    attach.aligned(vertically: .end)
    let camera = Button(icon: "camera-photo-symbolic", name: "Take a photo").flat().styled("circular")
    camera.aligned(vertically: .end)
    let failure = Label().wrapping().aligned(0).expanding(horizontally: true)
    let dismiss = Button(icon: "window-close-symbolic", name: "Dismiss").flat().styled("circular")
    dismiss.aligned(vertically: .center)
    let failureLine = Box(.horizontal, spacing: 6) {
      failure
      dismiss
    }.styled("failure")
    let line = Box(.horizontal, spacing: 8) {
      Box(.horizontal, spacing: 0) {
        attach
        camera
        field.expanding(horizontally: true).aligned(vertically: .center)
        emoji
      }.styled("composer").expanding(horizontally: true)
      send
    }.styled("composer-bar")
    view = Box(.vertical) {
      failureLine
      PreviewBar.make(model).margins(start: 12, end: 12)
      line
    }

    line.isEnabled = house.readOnly == nil
    field.onTextChange { text in model.draft = text }
    // A text field is its own truth while one types: it is written to only where it differs.
    field.observe { field in if field.text != model.draft { field.text = model.draft } }
    field.onKey { stroke in
      if stroke.key == .escape { return false }
      guard stroke.key.isEnter else { return false }
      let wantsSend = house.settings.sendsWithControl ? stroke.modifiers == .control : stroke.modifiers.isEmpty
      guard wantsSend else { return false }
      model.send()
      return true
    }
    field.observe { field in
      let usual = model.pictures.isEmpty ? "Message" : "Add a caption"
      field.setPlaceholder(house.readOnly == nil ? usual : "Read only")
    }
    field.onPasteContent { PictureIntake.take($0, called: "Pasted picture", into: model, house: house) }
    attach.onClick { PictureIntake.choose(into: model, over: attach.window) }
    camera.onClick { CameraDialog.open(into: model, over: camera.window) }
    emoji.onClick { field.chooseEmoji() }
    send.onClick { if model.showsStop { model.stop() } else { model.send() } }
    send.observe { button in
      let isStop = model.showsStop
      button.icon = isStop ? "media-playback-stop-symbolic" : "go-up-symbolic"
      button.named(isStop ? "Stop" : "Send").tooltip(isStop ? "Stop the reply" : "Send")
      button.isEnabled = isStop || model.canSend
      button.style("suggested-action", !isStop)
    }
    failureLine.observe { line in
      line.isVisible = model.sendFailure != nil
      failure.text = model.sendFailure ?? ""
    }
    dismiss.onClick { model.dismissFailure() }
  }

  func focus() {
    field.grabFocus()
  }
}
