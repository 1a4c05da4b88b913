/// Words to the user.
extension LibraryModel {
  /// Shows a sentence for a few seconds, with a button where something can be done about it.
  public func tell(_ text: String, button: String? = nil, action: (() -> Void)? = nil) {
    offer(Notice(id: 0, text: text, button: button, action: action))
  }

  /// Shows the notice under the number that is returned.
  @discardableResult
  func offer(_ new: Notice) -> Int {
    noticeCount += 1
    let new = new.numbered(noticeCount)
    untaken.removeAll { $0.id == new.replaced }
    untaken.append(new)
    notice = new
    return noticeCount
  }

  /// Takes down a notice, shown or not.
  func withdraw(_ id: Int) {
    untaken.removeAll { $0.id == id }
    onNoticeWithdrawn?(id)
  }

  /// The words to the user that came since the last call, oldest first. A face shows each, and calls again whenever
  /// `notice` changes.
  public func takeNotices() -> [Notice] {
    defer { untaken = [] }
    return untaken
  }
}
