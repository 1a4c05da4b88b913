import FoundationEssentials
import TestSupport

/// A web server on loopback that gives the files of a folder and remembers what it was asked; it ends with this.
nonisolated final class PictureServer: Sendable {
  private let program: LoopbackProgram
  private let log: String

  var port: Int { program.port }

  init(folder: String) async throws {
    log = folder + "/requests"
    program = try await LoopbackProgram(
      """
      import http.server, os, sys
      class Handler(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *words):
          with open(sys.argv[2], "a") as log: log.write(f"{self.command} {self.path}\\n")
      os.chdir(sys.argv[1])
      server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
      print(server.server_port, flush=True)
      server.serve_forever()
      """, folder, log)
  }

  /// "GET /path", in order.
  var requests: [String] {
    let data = FileManager.default.contents(atPath: log) ?? Data()
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
