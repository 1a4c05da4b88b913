package import Adw
import Glibc
import Workers

/// The rest of the desktop: the keyboard and the pointer, and other programs.
package enum Pointer {
  package nonisolated struct Failure: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }
  }

  /// A program that runs beside the test, and ends with whoever holds it.
  package final class Program {
    fileprivate let child: ChildProcess
    fileprivate init(_ child: ChildProcess) { self.child = child }

    package var isRunning: Bool { child.status == nil }

    /// Waits for its end.
    package func wait() { child.wait() }

    package func end() {
      child.kill()
      child.wait()
    }
  }

  /// Starts a program.
  package static func start(_ arguments: [String]) throws -> Program {
    var command = Command(arguments)
    command.environment = Command.environment()
    (command.output, command.error) = (.inherited, .inherited)
    do { return Program(try ChildProcess(command)) } catch {
      throw Failure(description: "\(arguments[0]) did not start")
    }
  }

  /// Runs a program to its end, while GTK goes on.
  package static func run(_ arguments: String...) async throws { try await run(arguments) }

  package static func run(_ arguments: [String]) async throws {
    let program = try start(arguments)
    guard await WindowFixture.wait(until: { !program.isRunning }), program.child.status?.isSuccess == true else {
      program.end()
      throw Failure(description: "\(arguments) failed")
    }
  }

  /// Presses keys as xdotool names them: "ctrl+v", "Return".
  package static func key(_ keys: String...) async throws {
    for key in keys { try await run("xdotool", "key", "--clearmodifiers", key) }
  }

  /// Writes text on the keyboard.
  package static func type(_ text: String) async throws { try await run("xdotool", "type", "--delay", "5", text) }

  /// Writes a path into GTK's dialog for files. The dialog writes ahead what it takes for the rest of a name, and GTK
  /// 4.18 may leave that standing behind what was typed.
  package static func type(path: String) async throws {
    try await type(path)
    try await key("shift+End", "Delete")
  }

  /// Moves the pointer to a place in a widget.
  package static func point(at location: Point, of widget: some Widget) async throws {
    guard let frame = widget.frameOnSurface, let title = widget.window?.title else {
      throw Failure(description: "the widget is in no window")
    }
    // The window manager may put another frame around it just then.
    try await run(
      "sh", "-c",
      #"""
      for try in $(seq 20); do
        window=$(xdotool search --onlyvisible --name "^$0$" | tail -n 1)
        [ -n "$window" ] && xdotool mousemove --window "$window" $1 $2 && exit
        sleep 0.05
      done
      exit 1
      """#,
      title, "\(Int(frame.x + location.x))", "\(Int(frame.y + location.y))")
  }

  /// Moves the pointer to a place on the screen.
  package static func point(x: Int, y: Int) async throws { try await run("xdotool", "mousemove", "\(x)", "\(y)") }

  /// Moves a window, once it is there: another program may just be starting. The window manager may put another frame
  /// around it just then.
  package static func move(_ title: String, x: Int, y: Int) async throws {
    try await run(
      "sh", "-c",
      #"""
      for try in $(seq 200); do
        window=$(xdotool search --onlyvisible --name "^$0$" | tail -n 1)
        [ -n "$window" ] && xdotool windowmove --sync "$window" $1 $2 && exit
        sleep 0.05
      done
      exit 1
      """#,
      title, "\(x)", "\(y)")
  }

  /// How much memory this process has in use.
  package static func residentMegabytes() throws -> Int {
    let words = try String(decoding: Scratch.read("/proc/self/statm"), as: UTF8.self).split(separator: " ")
    return (words.dropFirst().first.flatMap { Int($0) } ?? 0) * 4_096 / 1_000_000
  }

  /// Presses or lets go the left button of the pointer.
  package static func button(down: Bool) async throws { try await run("xdotool", down ? "mousedown" : "mouseup", "1") }

  /// Presses and lets go a button of the pointer: 1 is the left one, 4 and 5 turn the wheel up and down.
  package static func click(_ button: Int = 1, times: Int = 1) async throws {
    try await run("xdotool", "click", "--repeat", "\(times)", "--delay", "20", "\(button)")
  }

  /// The folder with the programs that this test run has built.
  package static func binary(_ name: String) throws -> String {
    if let folder = getenv("SOTTO_BIN_DIR").map({ String(cString: $0) }) { return folder + "/" + name }
    var buffer = [CChar](repeating: 0, count: 4_096)
    let length = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    let own = String(decoding: buffer[..<max(length, 0)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let path = "/" + own.split(separator: "/").dropLast().joined(separator: "/") + "/" + name
    guard access(path, X_OK) == 0 else { throw Failure(description: "\(path) is not built") }
    return path
  }

  /// Starts another program with a window of this title that offers files, each under a MIME type, on the clipboard and
  /// for dragging.
  package static func offer(_ files: [(type: String, path: String)], title: String = "Other") throws -> Program {
    try start([binary("AdwChild"), title] + files.flatMap { [$0.type, $0.path] })
  }
}

extension Pointer {
  /// Lets another program offer something, and waits until this one knows.
  package static func offering(_ files: [(type: String, bytes: [UInt8])]) async throws -> Program {
    Clipboard.copy(EncodedPicture(bytes: [], mimeType: "application/x-nothing"))
    let scratch = try Scratch()
    defer { withExtendedLifetime(scratch) {} }
    let paths = try files.enumerated().map { (type: $1.type, path: try scratch.write($1.bytes, "offer\($0)")) }
    let program = try offer(paths)
    let hasText = files.contains { $0.type.hasPrefix("text/plain") }
    let isOffered = await WindowFixture.wait {
      Clipboard.hasText == hasText && (Clipboard.hasPicture || Clipboard.hasFiles || hasText)
    }
    guard isOffered else { throw Failure(description: "the clipboard was not offered") }
    return program
  }
}

/// Files that are gone when the test is over.
package final class Scratch {
  package let path: String

  package init() throws {
    var template = Array("\(getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp")/adw-tests.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Pointer.Failure(description: "no folder for files") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    for file in files { unlink(file) }
    rmdir(path)
  }

  private var files: [String] = []

  /// Writes a file and gives its path.
  package func write(_ bytes: [UInt8], _ name: String) throws -> String {
    let file = "\(path)/\(name)"
    try location(bytes, at: file)
    return file
  }

  /// Writes a file anywhere.
  package func location(_ bytes: [UInt8], at file: String) throws {
    let stream = fopen(file, "w")
    guard let stream else { throw Pointer.Failure(description: "\(file) cannot be written") }
    files.append(file)
    defer { fclose(stream) }
    guard fwrite(bytes, 1, bytes.count, stream) == bytes.count else {
      throw Pointer.Failure(description: "\(file) cannot be written")
    }
  }

  /// What is in a file.
  package static func read(_ file: String) throws -> [UInt8] {
    guard let stream = fopen(file, "r") else { throw Pointer.Failure(description: "\(file) cannot be read") }
    defer { fclose(stream) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&chunk, 1, chunk.count, stream), count > 0 { bytes += chunk[..<count] }
    return bytes
  }
}
