/// A short word to the user that stays for some seconds, perhaps with one thing to do about it.
public struct Notice: Identifiable {
  public private(set) var id: Int
  public var text: String
  public var button: String?
  public var action: (() -> Void)?
  /// An earlier notice that this one stands for as well; it need not be shown any more.
  public var replaced: Int?
  /// To be called once it has gone, pressed or not.
  public var ended: (() -> Void)?

  func numbered(_ number: Int) -> Notice {
    var notice = self
    notice.id = number
    return notice
  }
}
