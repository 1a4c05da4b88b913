import Domain
import Localization
import Sotto
import Wording

/// `images`: a chat's pictures, listed or written into a folder.
enum ImagesCommand {
  static func run(_ context: CommandContext) async throws {
    let folder = context.invocation.values["save"]
    if folder == "" { throw Failure(.usage, localized("--save wants a folder."), hint: context.invocation.hint) }
    try await context.open { open in
      let chat = try await ChatName(service: open.service, nearness: .part).find(context.operand, in: .anywhere)
      let saving = folder.map { SavedPictures(folder: $0, pictures: open.service.pictures) }
      let printer = ImagesPrinter(chat, open.service, context)
      var missed = 0
      var isEmpty = true
      try await PicturePages(service: open.service, chat: chat.id).read { entry in
        isEmpty = false
        if let saving {
          let outcome = try await saving.save(entry)
          if case .failed = outcome { missed += 1 }
          printer.say(entry, outcome)
        } else {
          printer.say(entry, try await state(of: entry.picture, open.service.pictures))
        }
        try context.out.checkReader()
      }
      printer.end()
      if isEmpty, !context.isJSON {
        context.warn(localized("There are no pictures in “\(Terminal.oneLine(chat.shownTitle))”."))
      }
      if missed > 0 {
        throw Failure(
          .failed,
          localized(
            missed, one: "\(missed) picture could not be saved.", other: "\(missed) pictures could not be saved."))
      }
    }
  }

  /// Where a picture is; the raw value is a program's word for it.
  enum State: String {
    case kept
    case drawing
    /// Remote, and never fetched.
    case notLoaded = "not-loaded"
    /// Its file is gone or broken.
    case unavailable
  }

  private static func state(of picture: Attachment, _ pictures: any PictureStore) async throws -> State {
    switch picture.content {
    case .drawing: return .drawing
    case .remote: return .notLoaded
    case .kept:
      do throws(PictureError) {
        _ = try await pictures.file(of: picture)
        return .kept
      } catch {
        guard error == .unavailable else { throw error }
        return .unavailable
      }
    }
  }
}
