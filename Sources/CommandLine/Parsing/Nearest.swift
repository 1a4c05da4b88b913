/// The known word that a mistyped one was most likely meant to be.
enum Nearest {
  static func to(_ word: String, among known: [String]) -> String? {
    let limit = max(1, word.count / 3)
    let best = known.map { (word: $0, distance: distance(word, $0)) }.min { $0.distance < $1.distance }
    if let best, best.distance <= limit { return best.word }
    return word.count > 1 ? known.first { $0.hasPrefix(word) } : nil
  }

  /// What may help after a mistyped word: the question whether another was meant, if there is one, and where to read on.
  static func hint(_ question: String?, _ rest: String) -> String { question.map { $0 + " " + rest } ?? rest }

  /// How many letters have to be put in, taken out, changed or swapped with the next.
  static func distance(_ one: String, _ other: String) -> Int {
    let one = Array(one.prefix(40))
    let other = Array(other.prefix(40))
    var rows = [Array(0...other.count)]
    for i in 1...max(1, one.count) where i <= one.count {
      var row = [i]
      for j in 1...max(1, other.count) where j <= other.count {
        let change = one[i - 1] == other[j - 1] ? 0 : 1
        var least = min(rows[i - 1][j] + 1, row[j - 1] + 1, rows[i - 1][j - 1] + change)
        if i > 1, j > 1, one[i - 1] == other[j - 2], one[i - 2] == other[j - 1] {
          least = min(least, rows[i - 2][j - 2] + 1)
        }
        row.append(least)
      }
      rows.append(row)
    }
    return rows[one.count][other.count]
  }
}
