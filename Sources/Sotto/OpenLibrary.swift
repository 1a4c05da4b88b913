public import Domain
internal import Storage
import Synchronization

/// A library that is open: its service, and what is done to the library as a whole.
public struct OpenLibrary: Sendable {
  public let service: ChatService
  let store: SQLiteStore

  /// Why nothing can be written in this library, for the user; nil when all can be.
  public var readOnly: String? { store.readOnly.map { "Read only. " + $0.sentence } }

  /// What the opening has found and the user should know, once; nil when there is nothing.
  public var remark: String? { store.lostLogRemark }

  /// Throws where nothing can be written.
  public func checkWriting() throws(StoreError) {
    if let reason = store.readOnly { throw reason }
  }

  /// One thing that verification found.
  public struct Finding: Hashable, Sendable {
    /// False for a mere remark.
    public var isDamage: Bool
    public var sentence: String
  }

  /// Reads the whole library and checks it; empty when all is well.
  public func verify() async throws(StoreError) -> [Finding] {
    try await store.verify().map { Finding(isDamage: $0.isDamage, sentence: $0.sentence) }
  }

  /// How much there is to be checked.
  public struct Extent: Hashable, Sendable {
    public var chats: Int
    public var messages: Int
    public var pictures: Int
    public var backups: Int
  }

  /// What `verify` reads.
  public func extent() async throws(StoreError) -> Extent {
    let found = try await store.extent()
    return Extent(
      chats: found.chats, messages: found.messages, pictures: found.pictures, backups: found.backups)
  }

  /// Makes a verified copy of the database in `backups`; returns its path.
  public func backUp() async throws(StoreError) -> String { try await store.backUp().path }

  /// Makes a backup when the last one is more than a day old.
  public func backUpIfDue() async throws(StoreError) { try await store.backUpIfDue() }

  /// Makes a backup when anything has changed since the last one.
  public func backUpIfChanged() async throws(StoreError) { try await store.backUpIfChanged() }

  /// The same at the end of a long use, where nobody is kept waiting: what takes longer is left for another time.
  public func backUpAtEnd() async {
    // Nobody is there to be told; the next daily backup says what hinders it.
    do throws(StoreError) { try await store.backUpIfChanged(within: .milliseconds(700)) } catch {}
  }

  /// Sets aside picture files that no message or draft names, and removes what an import left half written.
  public func sweepPictures() async throws(StoreError) { try await store.sweepPictures() }

  /// Gives the library back; call it after the service has shut down.
  public func close() async { await store.close() }

  /// Where a face keeps the library that it has opened.
  final class Holder: Sendable {
    private let library = Mutex<OpenLibrary?>(nil)
    func put(_ open: OpenLibrary) { library.withLock { $0 = open } }
    func take() -> OpenLibrary? { library.withLock { $0 } }
  }
}
