import CCage
import Domain
import Glibc
import TestSupport
import Testing

@testable import Storage

/// A system that grants no lock: what wanted one ends at once, says why, and leaves nothing behind.
@Suite(.timeLimit(.minutes(1)))
struct RefusedLockTests {
  let fixture = FolderFixture()

  @Test(arguments: [EIO, ENOLCK, EINTR])
  func `A picture is not kept, the reason is told, and no file is left`(code: Int32) async throws {
    let store = try await fixture.open()
    let pictures = PictureFileStore(folder: fixture.folder, surroundings: ManualSurroundings())
    let refused = try await withLocksRefused(code) { () throws(StoreError) in _ = try pictures.put(newPicture(1)) }
    #expect(refused == StoreError(systemError: code, path: fixture.folder.pictures))
    #expect(fixture.allFiles() == [])
    try await store.put(1)
    #expect(fixture.files(1) == 3)
  }

  @Test func `A library is not called locked by another program, and nobody waits`() async throws {
    try fixture.folder.make()
    let lock = try LibraryLock(of: fixture.folder)
    let refused = try await withLocksRefused(EIO) { () throws(StoreError) in
      try lock.enter(alone: false, busyTimeout: .seconds(3_600))
    }
    #expect(refused == StoreError(systemError: EIO, path: fixture.folder.lock))
  }

  @Test func `A process that gets no lock of its own does not go on, and leaves no file`() async throws {
    let folder = fixture.folder
    try folder.make()
    let refused = try await withLocksRefused(EIO) { () throws(StoreError) in
      _ = try ProcessLocks(in: folder.run, surroundings: ManualSurroundings()) { _ in false }
    }
    guard case .cannotWrite(let path, _) = refused else {
      Issue.record("\(String(describing: refused))")
      return
    }
    #expect(path.hasPrefix(folder.run) && path.hasSuffix(".lock"))
    #expect(Files.names(in: folder.run).filter { $0.hasSuffix(".lock") } == [])
  }
}

/// Work that a thread is given.
private final class Job: Sendable {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

/// Runs `work` on a thread of its own, on which each lock on a whole file fails with this number; what it throws.
private func withLocksRefused(
  _ code: Int32, _ work: @escaping @Sendable () throws(StoreError) -> Void
) async throws -> StoreError? {
  let outcome: StoreError?? = await withCheckedContinuation { done in
    let job = Job {
      guard sotto_refuse_locks(code) == 0 else { return done.resume(returning: nil) }
      do throws(StoreError) {
        try work()
        done.resume(returning: .some(nil))
      } catch {
        done.resume(returning: .some(error))
      }
    }
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { job in
        if let job { Unmanaged<Job>.fromOpaque(job).takeRetainedValue().run() }
        return nil
      }, Unmanaged.passRetained(job).toOpaque())
    pthread_detach(thread)
  }
  return try #require(outcome, "the system takes no filter of calls")
}
