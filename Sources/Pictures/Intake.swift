internal import Domain
import Executors

/// Reads files that users hand over, away from all that may not wait.
actor Intake {
  private let executor = QueueExecutor(label: "app.sotto.pictures.intake")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func read(_ path: String) throws(PictureError) -> [UInt8] { try SourceFile.read(path) }
}
