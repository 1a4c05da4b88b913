import Domain
import Localization
import Wording

/// Finds the chat that the user means: by number, id, beginning or end of an id, or title.
struct ChatName {
  enum Scope {
    /// In the list; the Trash is looked into only to say so.
    case list
    case trash
    /// In the list, else in the Trash.
    case anywhere
  }

  /// How much of a title will do where nothing else is meant and only one chat has it.
  enum Nearness {
    /// All of it: for what cannot be undone, or does not say which chat it was.
    case whole
    /// For what changes a chat and says which.
    case beginning
    /// For what only reads.
    case part
  }

  let service: ChatService
  var nearness = Nearness.whole

  /// The end of an id, where chance is, so that it tells chats apart.
  static func short(_ id: ChatID) -> String { String(id.description.suffix(8)) }

  func find(_ name: String, in scope: Scope) async throws -> Chat {
    if let id = ChatID(name), let chat = try await service.chat(id) {
      return try check(chat, in: scope)
    }
    let first = try await matches(name, on: scope == .trash ? .trash : .list)
    if let chat = try single(first, name) { return chat }
    if scope == .trash { throw none(name, in: .trash) }
    let trashed = try await matches(name, on: .trash, byNumber: false)
    if let chat = try single(trashed, name) { return try check(chat, in: scope) }
    guard let chat = try single(await nearMatches(name), name) else { throw none(name, in: .list) }
    return chat
  }

  private func check(_ chat: Chat, in scope: Scope) throws -> Chat {
    switch scope {
    case .list where chat.trashedAt != nil:
      throw Failure(
        .failed, localized("“\(Terminal.oneLine(chat.shownTitle))” is in the Trash."),
        hint: localized("“sotto restore \(Self.short(chat.id))” takes it out."))
    case .trash where chat.trashedAt == nil:
      throw Failure(.failed, localized("“\(Terminal.oneLine(chat.shownTitle))” is not in the Trash."))
    default: return chat
    }
  }

  private func none(_ name: String, in location: ChatLocation) -> Failure {
    let name = Terminal.oneLine(name)
    return switch location {
    case .list:
      Failure(
        .noSuchChat, localized("There is no chat “\(name)”."), hint: localized("“sotto chats” lists the chats."))
    case .trash:
      Failure(
        .noSuchChat, localized("There is no chat “\(name)” in the Trash."),
        hint: localized("“sotto chats --trash” lists the chats."))
    }
  }

  private func single(_ found: [Chat], _ name: String) throws -> Chat? {
    if found.count < 2 { return found.first }
    var lines = found.prefix(Self.mostCandidates).map { "  \(Self.short($0.id))  \(Terminal.oneLine($0.shownTitle))" }
    if found.count > Self.mostCandidates { lines.append("  …") }
    throw Failure(
      .noSuchChat,
      localized("“\(Terminal.oneLine(name))” can mean more than one chat. Name it by the end of its id:"),
      hint: lines.joined(separator: "\n"))
  }

  private static let mostCandidates = 10

  /// All that the name can mean, so that no chat is taken for another.
  private func matches(_ name: String, on location: ChatLocation, byNumber: Bool = true) async throws -> [Chat] {
    let number = byNumber ? Int(name) : nil
    let digits = name.lowercased().filter { $0 != "-" }
    let isPart = digits.count >= 4 && digits.allSatisfy { $0.isASCII && $0.isHexDigit }
    let title = Self.folded(name)
    var found: [Chat] = []
    var scope = 0
    try await service.eachChat(on: location) { chat in
      scope += 1
      let id = isPart ? chat.id.description.filter { $0 != "-" } : ""
      if scope == number || isPart && (id.hasPrefix(digits) || id.hasSuffix(digits))
        || Self.folded(chat.shownTitle) == title
      {
        found.append(chat)
      }
      return found.count <= Self.mostCandidates
    }
    return found
  }

  /// Chats of the list whose title has all words of the name in it, or begins with the name.
  private func nearMatches(_ name: String) async throws -> [Chat] {
    guard nearness != .whole, name.count >= 3 else { return [] }
    let beginning = Self.folded(name)
    var found: [Chat] = []
    try await service.eachChat(on: .list, titleContains: name) { chat in
      if nearness == .part || Self.folded(chat.shownTitle).hasPrefix(beginning) { found.append(chat) }
      return found.count <= Self.mostCandidates
    }
    return found
  }

  private static func folded(_ title: String) -> String {
    title.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

extension ChatService {
  /// All chats of a shelf in the list's order, read page by page, until the body returns false.
  nonisolated(nonsending) func eachChat(
    on location: ChatLocation, titleContains: String? = nil, _ body: (Chat) throws -> Bool
  ) async throws {
    let pageSize = 200
    var query = ChatQuery(location: location, title: titleContains.map(TitleFilter.init(shown:)), limit: pageSize)
    while true {
      let page = try await chats(query)
      for chat in page where try !body(chat) { return }
      guard page.count == pageSize, let last = page.last else { return }
      query.after = last.position
    }
  }
}
