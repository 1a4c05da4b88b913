import FoundationEssentials
import Glibc

/// A host on this machine that answers as Hugging Face does, and misbehaves in the way that it is told to.
public final class ModelHost: Sendable {
  /// What was asked for once.
  public struct Asked: Decodable, Sendable, Equatable {
    public var path: String
    public var host: String
    public var range: String?
    public var ifRange: String?
    public var token: String?
  }

  public var port: Int { server.port }
  private let server: LoopbackProgram
  private let folder: String

  /// - Parameter file: what lies there as `any/repo/…/any.gguf`.
  public init(_ file: [UInt8]) async throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "sotto-host-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(file).write(to: URL(filePath: folder + "/file"))
    try Data("plain".utf8).write(to: URL(filePath: folder + "/mode"))
    server = try await LoopbackProgram(Self.program, folder)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// What takes the place of Hugging Face's address.
  public var address: String { "http://127.0.0.1:\(port)" }

  /// How it behaves from the next request on; the words stand in the program below.
  public func behave(_ mode: String) { put(mode, "mode") }

  /// What lies there under this name, in the place of what lies there under all others.
  public func put(_ file: [UInt8], named name: String) { put(file, "file-" + name) }

  /// How it behaves where this name is asked for.
  public func behave(_ mode: String, for name: String) { put(mode, "mode-" + name) }

  /// Other bytes, which it calls another version.
  public func change(to file: [UInt8]) { put(file, "file") }

  /// Lets what is held go on.
  public func release() { put("", "release") }

  /// What it was asked, in order.
  public var asked: [Asked] {
    let text = (try? String(contentsOf: URL(filePath: folder + "/log"), encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap { try? JSONDecoder().decode(Asked.self, from: Data($0.utf8)) }
  }

  private func put(_ text: String, _ name: String) { put(Array(text.utf8), name) }

  private func put(_ bytes: [UInt8], _ name: String) {
    // As a whole: the host reads at any time.
    try? Data(bytes).write(to: URL(filePath: folder + "/" + name), options: .atomic)
  }

  private static let program = #"""
    import hashlib, http.server, json, os, re, sys, time
    folder = sys.argv[1]
    def read(name): return open(folder + "/" + name, "rb").read()
    def mine(kind, path):
        own = kind + "-" + path.split("?")[0].split("/")[-1]
        return read(own if os.path.exists(folder + "/" + own) else kind)
    class Host(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            fields = self.headers
            line = {"path": self.path, "host": fields["Host"], "range": fields["Range"],
                "ifRange": fields["If-Range"], "token": fields["Authorization"]}
            with open(folder + "/log", "a") as log: log.write(json.dumps(line) + "\n")
            try: self.answer(mine("mode", self.path).decode().split(":"))
            except OSError: pass
        def head(self, status, **fields):
            self.send_response(status)
            for name, value in fields.items(): self.send_header(name.replace("_", "-"), value)
            self.end_headers()
        def answer(self, mode):
            file, way = mine("file", self.path), mode[0]
            digest = hashlib.sha256(file).hexdigest()
            linked = {"x_linked_etag": '"%s"' % (digest if way != "wrong-hash" else "0" * 64),
                "x_linked_size": str(len(file))}
            if way in ("no-hash", "no-hash-hold", "chunked"): linked = {}
            if way == "wrong-length": linked["x_linked_size"] = str(len(file) + 10)
            if way == "status": return self.head(int(mode[1]))
            if way in ("gated", "gated-hold") and not self.path.startswith("/cdn") and self.headers["Authorization"] != "Bearer hf_" + "good":
                bad = self.headers["Authorization"] is not None
                return self.head(401, x_error_code="" if bad else "GatedRepo")
            if self.path.startswith("/api/"): return self.listing(way, file)
            if way == "loop": return self.head(302, Location=self.path)
            if way == "unencrypted": return self.head(302, Location="http://example.invalid/x.gguf", **linked)
            if way in ("redirect", "gated", "gated-hold") and not self.path.startswith("/cdn"):
                port = self.server.server_port
                return self.head(302, Location="http://localhost:%d/cdn/x.gguf?sign=1" % port, **linked)
            if way == "page":
                self.head(200); self.wfile.write(b"<html>Log in, please</html>"); return
            tag, start = '"%s"' % digest[:12], 0
            wanted = re.match(r"bytes=(\d+)-$", self.headers["Range"] or "")
            same = self.headers["If-Range"] in (None, tag)
            if way == "changing": tag, same = '"%d"' % time.time_ns(), True
            if wanted and same and way != "no-ranges":
                start = int(wanted[1])
                total = len(file)
                if way == "other-206": start, total = (start, total + 7) if mode[1] == "total" else (start + 1, total)
                self.head(206, Content_Length=str(len(file) - start), ETag=tag,
                    Content_Range="bytes %d-%d/%d" % (start, total - 1, total), **linked)
            elif way == "chunked": self.head(200, ETag=tag)
            else: self.head(200, Content_Length=str(len(file)), ETag=tag, **linked)
            rest = file[start:]
            if way in ("cut", "hold", "changing", "no-hash-hold", "gated-hold"):
                count = int(mode[1])
                self.wfile.write(rest[:count]); self.wfile.flush()
                rest = rest[count:]
                if way in ("cut", "changing"): return
                self.wait()
            self.wfile.write(rest)
        def wait(self):
            while not os.path.exists(folder + "/release"): time.sleep(0.01)
        def listing(self, way, file):
            if way == "hold-list": self.wait()
            def entry(path, size): return {"type": "file", "path": path, "size": size, "oid": "x"}
            files = [entry("README.md", 5), entry("Tiny-Q8_0.gguf", 2 * len(file)), entry("Tiny-Q4_K_M.gguf", len(file)),
                entry("mmproj-Tiny.gguf", 9), entry("Big-00001-of-00002.gguf", 9), {"type": "directory", "path": "sub"},
                entry("../evil.gguf", 3), {"path": None}]
            split = sorted(name[5:] for name in os.listdir(folder) if name.startswith("file-"))
            files += [entry("sub/" + name, len(read("file-" + name))) for name in split]
            if way == "no-models": files = files[:1]
            self.head(200)
            self.wfile.write(b"{not a list" if way == "no-list" else json.dumps(files).encode())
        def log_message(self, *words): pass
    host = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Host)
    host.daemon_threads = True
    print(host.server_port, flush=True)
    host.serve_forever()
    """#
}
