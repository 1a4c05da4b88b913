import FoundationEssentials
import Glibc
import TestSupport
import Workers

/// Pictures for stories: made when needed, looked up where the library keeps them.
extension WindowFixture {
  /// Makes a picture file; `fill` is what ImageMagick fills it with.
  func picture(_ name: String, size: String, fill: String) throws -> String {
    let path = "\(folder)/\(name)"
    try run(["convert", "-size", size, fill, path])
    return path
  }

  /// All files of the library's pictures.
  func pictureFiles() throws -> [String] {
    let root = home + "/pictures"
    return try FileManager.default.subpathsOfDirectory(atPath: root).map { "\(root)/\($0)" }.filter { path in
      var found = stat()
      return stat(path, &found) == 0 && found.st_mode & S_IFMT == S_IFREG
    }
  }

  /// Turns the library's kept pictures into one that was never fetched, as an import would write it.
  func makeRemote(_ address: String) throws {
    try run([
      "python3", "-c",
      """
      import sqlite3, sys
      c = sqlite3.connect(sys.argv[1])
      c.execute("UPDATE attachment SET hash = NULL, mime = NULL, bytes = NULL, remote_url = ?, alternative = 'sea' "
                "WHERE hash IS NOT NULL", (sys.argv[2],))
      c.commit()
      """, home + "/sotto.db", address,
    ])
  }
}

/// A chat “Album”: a picture "old" (“Long ago”), so many messages “Number 1”, “Number 2”…, and a picture "new" (“The last
/// one”). With personas that stay silent.
func makeAlbum(messages: Int, in fixture: WindowFixture) throws {
  let old = try fixture.picture("old.jpg", size: "640x480", fill: "plasma:red-blue")
  let new = try fixture.picture("new.jpg", size: "640x480", fill: "plasma:green-white")
  try sotto(["new", "Album"], in: fixture)
  let script = """
    export SOTTO_PERSONAS=$0
    send() { "$program" --home "$home" send Album --no-wait "$@" >/dev/null 2>&1 || exit 1; }
    program=$1 home=$2
    send --image "$3" --caption "Long ago"
    for i in $(seq "$5"); do send "Number $i"; done
    send --image "$4" --caption "The last one"
    """
  let personas = fixture.folder + "/personas.json"
  let program = try RunningApp.binary("sotto")
  try run(["sh", "-c", script, personas, program, fixture.home, old, new, "\(messages)"])
}

/// What another program has on the clipboard, until it ends.
final class Clip {
  private var child: ChildProcess?

  init(type: String, file: String) throws {
    child = try spawn([
      "sh", "-c", "exec xclip -quiet -selection clipboard -t \"$0\" -i \"$1\" 2>/dev/null", type, file,
    ])
    try eventually("the clipboard holds \(type)") {
      (try? run(["sh", "-c", "xclip -selection clipboard -o -t TARGETS 2>&1 | grep -qx \(type)"])) != nil
    }
  }

  convenience init(type: String, text: String) throws {
    let path = "\(temporaryFolder)/sotto-clip-\(getpid())"
    try Data(text.utf8).write(to: URL(filePath: path))
    try self.init(type: type, file: path)
    unlink(path)
  }

  func end() {
    child?.kill()
    child?.wait()
    child = nil
  }
}

/// A web server on loopback that gives the files of a folder and remembers what it was asked.
final class PictureServer {
  private(set) var port = 0
  private var child: ChildProcess?
  private let log: String

  init(folder: String) throws {
    log = folder + "/requests"
    let ready = folder + "/port"
    child = try spawn([
      "python3", "-c",
      """
      import http.server, os, sys
      class Handler(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *words):
          with open(sys.argv[2], "a") as log: log.write(f"{self.command} {self.path}\\n")
      os.chdir(sys.argv[1])
      server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
      open(sys.argv[3] + ".new", "w").write(str(server.server_port))
      os.rename(sys.argv[3] + ".new", sys.argv[3])
      server.serve_forever()
      """, folder, log, ready,
    ])
    try eventually("the server listens") {
      guard let data = FileManager.default.contents(atPath: ready) else { return false }
      self.port = Int(String(decoding: data, as: UTF8.self)) ?? 0
      return self.port > 0
    }
  }

  /// "GET /path", in order.
  func requests() throws -> [String] {
    let data = FileManager.default.contents(atPath: log) ?? Data()
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  func end() {
    child?.kill()
    child?.wait()
    child = nil
  }
}
