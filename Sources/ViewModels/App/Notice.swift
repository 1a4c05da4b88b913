/// A short word to the user that stays for some seconds, perhaps with one thing to do about it.
public struct Notice: Identifiable {
  public let id: Int
  public var text: String
  public var button: String?
  public var action: (() -> Void)?
}
