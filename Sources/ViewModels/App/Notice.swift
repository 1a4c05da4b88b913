public import Domain

/// A short word to the user that stays for some seconds, perhaps with one thing to do about it.
public struct Notice: Identifiable {
  /// Tells notices apart; later ones have larger numbers.
  public private(set) var id: Int
  /// A sentence for the user.
  public var text: String
  /// What its button says; nil where there is none.
  public var button: String?
  /// What its button does.
  public var action: (() -> Void)?
  /// An earlier notice that this one stands for as well; it need not be shown any more.
  public var replaced: Int?
  /// What went wrong, where it is told of because of that.
  public var error: StoreError?
  /// To be called once it has gone, pressed or not.
  public var ended: (() -> Void)?
  /// What it says instead while the chat it is about is not the open one.
  public var inOtherChat: (chat: ChatID, text: String)?

  /// What it says while this chat is open.
  public func text(whileOpen chat: ChatID?) -> String {
    inOtherChat.map { $0.chat == chat ? text : $0.text } ?? text
  }

  func numbered(_ number: Int) -> Notice {
    var notice = self
    notice.id = number
    return notice
  }
}
