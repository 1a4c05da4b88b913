public import Domain

/// Pictures that are looked at or handed on.
extension LibraryModel {
  /// Opens the viewer on a picture of the open chat.
  public func view(_ attachment: Attachment, at index: Int, of message: MessageID) {
    guard let thread else { return }
    viewer?.close()
    viewer = ViewerModel(
      ChatPicture(message: message, index: index, attachment: attachment), in: thread, library: self)
  }

  func viewerClosed(_ closed: ViewerModel) {
    if viewer === closed { viewer = nil }
  }

  /// The picture as a file's bytes; nil after a word to the user when it is not there.
  public func file(of attachment: Attachment) async -> PictureFile? {
    do throws(PictureError) { return try await service.pictures.file(of: attachment) } catch {
      tell(error.sentence)
      return nil
    }
  }

  /// Writes the picture where the user wants it, and says so.
  public func save(_ file: PictureFile, to path: String) async {
    do throws(PictureError) {
      try await service.pictures.export(file, to: path)
      tell("Saved as \(path.split(separator: "/").last ?? "")")
    } catch {
      tell(error.sentence)
    }
  }

  /// The path of a copy that other programs may do with as they like; nil after a word to the user when there is none.
  public func copyForOthers(_ attachment: Attachment) async -> String? {
    guard let file = await file(of: attachment) else { return nil }
    do throws(PictureError) {
      return try await service.pictures.copyForOthers(file, named: attachment.fileName(as: file.format))
    } catch {
      tell(error.sentence)
      return nil
    }
  }
}
