/// Words for screen readers.
enum Spoken {
  /// Parts one after another as sentences; a part that ends like one gets no second stop.
  static func sentences(_ parts: [String]) -> String {
    var all = ""
    for part in parts where !part.isEmpty {
      if let last = all.last { all += ".!?…:".contains(last) ? " " : ". " }
      all += part
    }
    return all
  }
}
