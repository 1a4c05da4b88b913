package import Domain

/// What `models states --json` lists.
package struct KeptChatsRecord: Codable, Sendable {
  /// What one model has read of one chat.
  package struct State: Codable, Sendable {
    /// The chat's id.
    package var chat: String
    @OrNull package var title: String?
    /// The beginning of the model's id.
    package var model: String
    @OrNull package var name: String?
    package var bytes: Int64
    package var usedAt: String

    package init(_ kept: KeptChat, title: String?, name: String?) {
      chat = kept.chat.description
      model = kept.model
      bytes = kept.bytes
      usedAt = kept.usedAt.record
      self.title = title
      self.name = name
    }
  }

  /// What all may take on the disk; 0 for nothing.
  package var quota: Int64
  package var bytes: Int64
  package var states: [State]

  package init(_ states: [State], quota: Int64) {
    self.states = states
    self.quota = quota
    bytes = states.reduce(0) { $0.plus($1.bytes) }
  }
}
