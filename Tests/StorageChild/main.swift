import Domain
import Glibc
import Storage
import TestSupport

// Another process for StorageTests: does one thing to a library, says "ready", and stays until it is killed.
//
// Usage: StorageChild (claim | stay | die | hold | die-between | die-after | die-emptying | pictures-SEED | remove-same) HOME

func ready() -> Never {
  // Should the parent be gone, nobody will kill this process.
  alarm(60)
  write(STDOUT_FILENO, "ready\n", 6)
  while true { pause() }
}

let id = ChatID(high: 0x0190_0000_0000_7000, low: 1 << 63 | 1)
func message(_ number: UInt64) -> MessageID { MessageID(high: 0x0191_0000_0000_7000, low: 1 << 63 | number) }
func append(
  _ number: UInt64, _ store: any StoreWriting, showing pictures: [Attachment] = [], in chat: ChatID = id
) throws(StoreError) {
  try store.append(
    Message(
      id: message(number), chat: chat, sequence: Int64(number), sender: .user, text: "Message \(number)",
      attachments: pictures, createdAt: Timestamp(milliseconds: 1)))
}

do {
  let store = try await SQLiteLibrary(at: CommandLine.arguments[2], surroundings: ManualSurroundings()).open()
  switch CommandLine.arguments[1] {
  case "die":
    kill(getpid(), SIGKILL)
  case "stay":
    ready()
  case "claim":
    let isMine = try await store.write { store throws(StoreError) in
      try store.appendText("from the child", to: message(1))
      return try store.claim(message(1))
    }
    if isMine { ready() }
  case "hold":
    try await store.write { store throws(StoreError) in
      try store.setSetting("held", to: "never committed")
      ready()
    }
  case "die-between":
    try await store.write { store throws(StoreError) in
      try append(11, store)
      try store.remove(message(3))
      kill(getpid(), SIGKILL)
      try append(12, store)
    }
  case "die-after":
    for number in UInt64(11)...110 { try await store.write { store throws(StoreError) in try append(number, store) } }
    kill(getpid(), SIGKILL)
  case "die-emptying":
    let dying = DyingStore(real: store, writes: 3)
    try await ChatService(store: dying, agents: FixedAgents([]), surroundings: ManualSurroundings()).start()
  case "remove-same":
    try await removeSamePicture(store)
  case let task where task.hasPrefix("pictures-"):
    try await sendPictures(store, seed: UInt64(task.dropFirst(9)) ?? 0)
  default:
    exit(64)
  }
} catch {
  // The parent sees by the exit code that it did not come to its point.
  exit(1)
}
