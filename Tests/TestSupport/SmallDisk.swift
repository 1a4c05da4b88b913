import Glibc

/// A small disk of its own, in memory; needs the right to mount.
public final class SmallDisk: Sendable {
  /// Where it is mounted.
  public let path: String

  /// Whether this process may mount one.
  public static let canMount = SmallDisk(at: "\(temporaryFolder)/sotto-mount-\(getpid())", megabytes: 1) != nil

  /// - Parameter files: how many files and folders there may be; nil for as many as fit.
  public convenience init?(at path: String, megabytes: Int, files: Int? = nil) {
    self.init(at: path, kilobytes: megabytes << 10, files: files)
  }

  /// - Parameter files: how many files and folders there may be; nil for as many as fit.
  public init?(at path: String, kilobytes: Int, files: Int? = nil) {
    self.path = path
    mkdir(path, 0o700)
    guard mount("tmpfs", path, "tmpfs", 0, "size=\(kilobytes)k" + (files.map { ",nr_inodes=\($0)" } ?? "")) == 0 else {
      rmdir(path)
      return nil
    }
  }

  deinit {
    umount2(path, Int32(MNT_DETACH))
    rmdir(path)
  }

  /// Writes a file until nothing more fits.
  public func fill() {
    let descriptor = open(ballast, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    for size in [1 << 20, 1 << 12] {
      let block = [UInt8](repeating: 7, count: size)
      while write(descriptor, block, size) == size {}
    }
    close(descriptor)
  }

  /// Takes away what `fill` has written.
  public func empty() { unlink(ballast) }

  private var ballast: String { path + "/ballast" }
}
