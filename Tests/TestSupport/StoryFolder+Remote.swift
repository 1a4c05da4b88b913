extension StoryFolder {
  /// The command that turns the library's kept pictures into one that was never fetched, as an import would write it.
  public func makingRemote(_ address: String) -> [String] {
    let script = """
      import sqlite3, sys
      c = sqlite3.connect(sys.argv[1])
      c.execute("UPDATE attachment SET hash = NULL, mime = NULL, bytes = NULL, remote_url = ?, alternative = 'sea' "
                "WHERE hash IS NOT NULL", (sys.argv[2],))
      c.commit()
      """
    return ["python3", "-c", script, home + "/sotto.db", address]
  }
}
