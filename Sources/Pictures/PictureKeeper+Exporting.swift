import AtomicFiles
import Dispatch
public import Domain
import Platform

extension PictureKeeper {
  public func export(_ bytes: [UInt8], to path: String) async throws(PictureError) {
    try await onQueue { () throws(FileError) in try UserFile.write(bytes, to: path) }
  }

  public func export(
    _ file: PictureFile, named name: String, into folder: String
  ) async throws(PictureError) -> String {
    try await onQueue { () throws(FileError) in
      try UserFile.makeFolder(folder)
      return try UserFile.write(file.bytes, named: name, into: folder)
    }
  }

  public func copyForOthers(_ bytes: [UInt8], named name: String) async throws(PictureError) -> String {
    try await onQueue { [copies] () throws(FileError) in
      let path = try UserFile.write(bytes, named: name, into: try copies.path())
      // What is saved into it would go with the folder: so other programs ask where to.
      guard chmod(path, 0o400) == 0 else { throw FileError(code: errno, path: path) }
      return path
    }
  }

  /// Removes what processes that were killed had handed to other programs.
  static func sweepCopies(in base: String) { exporting.async { TemporaryFolder.sweep(base) } }

  private static let exporting = DispatchQueue(label: "app.sotto.pictures.exporting")

  /// Files are written away from the shared pool.
  private func onQueue<Value: Sendable>(
    _ work: @escaping @Sendable () throws(FileError) -> Value
  ) async throws(PictureError) -> Value {
    let result = await withCheckedContinuation { (waiting: CheckedContinuation<Result<Value, FileError>, Never>) in
      Self.exporting.async {
        waiting.resume(returning: Result { () throws(FileError) in try work() })
      }
    }
    do throws(FileError) { return try result.get() } catch {
      throw .cannotWrite(path: error.path, reason: error.reason)
    }
  }
}
