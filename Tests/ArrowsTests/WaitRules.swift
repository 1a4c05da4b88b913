/// The rules about waits; each gives its findings as `file:line: sentence`.
extension Rule {
  /// What is on screen is waited for: an expectation that looks once fails where the window is slow.
  static func looks(in files: [SourceFile]) -> [String] {
    let asked = /\b(?:extents|isOnScreen|focused)\b|\b(?:shows|has)\(|\.all\(|\bright\(of\b/
      .wordBoundaryKind(.simple)
    return files.filter { ["WindowTests", "FaceTests"].contains($0.module) }.flatMap { file in
      file.code.indices.compactMap { index -> String? in
        let text = file.code[index].text
        guard text.contains("#"), let start = text.firstRange(of: /#(?:expect|require)\(/) else { return nil }
        let statement = statement(from: start.lowerBound, of: file.code[index...])
        return statement.firstMatch(of: asked).map {
          "\(file.path):\(file.code[index].number): \($0.0) is looked at once; wait with expect or expectStays."
        }
      }
    }
  }

  /// From there to the end of the line in which the first bracket is closed.
  private static func statement(
    from start: Substring.Index, of lines: ArraySlice<(number: Int, text: Substring)>
  ) -> String {
    var text = ""
    var depth = 0
    for line in lines {
      let part = text.isEmpty ? line.text[start...] : line.text
      text += part + " "
      depth += part.count { $0 == "(" } - part.count { $0 == ")" }
      if depth <= 0 { break }
    }
    return text
  }
}
