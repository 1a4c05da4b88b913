import Domain

extension Face {
  /// Makes a chat “Album”: a picture "old" (“Long ago”), so many messages “Number 1”, “Number 2”…, and a picture "new"
  /// (“The last one”). With personas that stay silent.
  func makeAlbum(messages count: Int) async throws {
    let old = try await picture("old.jpg", size: "640x480", fill: "plasma:red-blue")
    let new = try await picture("new.jpg", size: "640x480", fill: "plasma:green-white")
    let (service, album) = (service, try await newChat("Album").id)
    try await say("Long ago", pictures: [old], in: "Album")
    try await awaiting("all is said") {
      for number in 1...count { _ = try await service.send("Number \(number)", in: album) }
    }
    try await say("The last one", pictures: [new], in: "Album")
  }
}
