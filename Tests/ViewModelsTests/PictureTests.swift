import Domain
import Storage
import TestLibrary
import TestSupport
import Testing
import ViewModels

@Suite(.timeLimit(.minutes(1)))
final class PictureTests {
  /// Threads do not keep their library's model.
  private var models: [LibraryModel] = []

  private func openChat(_ library: TestLibrary, messages: Int = 2) async throws -> (LibraryModel, ThreadModel) {
    let chat = try await library.chat(messages: messages)
    let model = try await openModel(library)
    models.append(model)
    model.open(chat.id)
    let thread = try #require(model.thread)
    await until { thread.phase == .ready }
    return (model, thread)
  }

  @Test func `A picture is shown as being read, then as ready, and goes with its caption`() async throws {
    let library = try await TestLibrary()
    let (_, thread) = try await openChat(library)
    library.pictures.hold()
    thread.add([.file(path: "/photos/lake.jpg")])
    #expect(thread.pictures.map(\.name) == ["lake.jpg"])
    #expect(thread.pictures.map(\.isReady) == [false])
    thread.draft = "Our lake"
    #expect(!thread.canSend)
    library.pictures.release()
    await until { thread.canSend }
    thread.send()
    #expect(thread.pictures.isEmpty)
    await until { thread.texts.last == "Our lake" }
    let row = try #require(thread.rows.last { $0.message?.sender == .user })
    #expect(row.pictures.map(\.attachment.alternative) == ["lake.jpg"])
    #expect(try await library.service.draft(in: thread.chat.id).isBlank)
    #expect(row.details.contains { $0.name == "Picture" && $0.value.contains("4 × 3, 16 bytes") })
  }

  @Test func `Pictures alone can be sent, and the chat is then called Photo`() async throws {
    let library = try await TestLibrary()
    let model = try await openModel(library)
    model.newChat()
    let thread = try #require(model.thread)
    await until { thread.phase == .ready }
    #expect(!thread.canSend)
    thread.add([.bytes([1, 2, 3], name: "Pasted picture"), .bytes([4, 5], name: "Another")])
    await until { thread.canSend }
    thread.send()
    await until { thread.rows.contains { $0.pictures.count == 2 } }
    await until { model.list.rows.first?.title == "Photo" }
    #expect(model.list.rows.first?.preview == "You: 2 photos")
  }

  @Test func `What cannot be read says why and leaves nothing behind`() async throws {
    let library = try await TestLibrary()
    let (model, thread) = try await openChat(library)
    thread.draft = "Stays"
    thread.add([.file(path: "/photos/broken.jpg"), .file(path: "/photos/good.jpg")])
    await until { thread.pictures.map(\.name) == ["good.jpg"] && thread.canSend }
    #expect(model.notices.newest?.text == "“broken.jpg” is damaged or cut off and cannot be read.")
    #expect(thread.draft == "Stays")
  }

  @Test func `A picture taken out of the composer is not sent, even if it was still being read`() async throws {
    let library = try await TestLibrary()
    let (model, thread) = try await openChat(library)
    thread.add([.file(path: "/photos/one.jpg")])
    await until { thread.canSend }
    library.pictures.hold()
    thread.add([.file(path: "/photos/two.jpg")])
    await library.pictures.asked(times: 2)
    thread.remove(thread.pictures[1])
    library.pictures.release()
    thread.remove(thread.pictures[0])
    #expect(!thread.canSend)
    await model.shutDown()
    #expect(try await library.service.draft(in: thread.chat.id) == Draft())
  }

  @Test func `A draft that is emptied while it is on its way to the disk is empty there, too`() async throws {
    let library = try await TestLibrary()
    let (model, thread) = try await openChat(library)
    library.failing.holdWrites()
    thread.add([.file(path: "/photos/one.jpg")])
    await until { thread.canSend }
    await library.failing.heldWrite()
    thread.remove(thread.pictures[0])
    let leaving = Task { await model.shutDown() }
    library.failing.releaseWrites()
    await leaving.value
    #expect(try await library.service.draft(in: thread.chat.id) == Draft())
  }

  @Test func `Pictures of the draft come back with the chat, also those that were still being read`() async throws {
    let library = try await TestLibrary()
    let other = try await library.chat(titled: "Other", messages: 2)
    let (model, thread) = try await openChat(library)
    thread.add([.file(path: "/photos/one.jpg")])
    await until { thread.canSend }
    library.pictures.hold()
    thread.add([.file(path: "/photos/two.jpg")])
    thread.draft = "Both"
    await library.pictures.asked(times: 2)
    model.open(other.id)
    library.pictures.release()
    model.open(thread.chat.id)
    let again = try #require(model.thread)
    #expect(again !== thread)
    await until { again.phase == .ready }
    #expect(again.pictures.map(\.name) == ["one.jpg", "two.jpg"])
    #expect(again.draft == "Both")
    await until { model.list.row(of: other.id) != nil }
  }

  @Test func `A send that is not saved puts its pictures back`() async throws {
    let library = try await TestLibrary()
    let (_, thread) = try await openChat(library)
    thread.add([.file(path: "/photos/lake.jpg")])
    thread.draft = "Caption"
    await until { thread.canSend }
    library.failing.failWrites(with: .diskFull(path: "/library"))
    thread.send()
    await until { thread.sendFailure != nil }
    #expect(thread.pictures.map(\.name) == ["lake.jpg"])
    #expect(thread.draft == "Caption")
    library.failing.failWrites(with: nil)
    thread.send()
    await until { thread.rows.contains { $0.pictures.count == 1 } }
  }

  @Test func `A message holds up to ten pictures, and the others are left out with a word`() async throws {
    let library = try await TestLibrary()
    let (model, thread) = try await openChat(library)
    thread.add((1...12).map { .file(path: "/photos/\($0).jpg") })
    #expect(thread.pictures.count == 10)
    #expect(model.notices.newest?.text.contains("up to 10 pictures") == true)
    await until { thread.canSend }
  }

  @Test func `Only pictures near what the reader sees are decoded, and they are let go again`() async throws {
    let library = try await TestLibrary()
    let (_, thread) = try await openChat(library)
    for name in ["one", "two"] {
      thread.add([.file(path: "/photos/\(name).jpg")])
      await until { thread.canSend }
      thread.send()
      await until { thread.rows.contains { $0.pictures.first?.attachment.alternative == "\(name).jpg" } }
    }
    let rows = thread.rows.filter { !$0.pictures.isEmpty }
    #expect(rows.map { $0.pictures[0].phase } == [.waiting, .waiting])
    thread.setNear([rows[0].id])
    await until { rows[0].pictures[0].phase == .shown }
    #expect(rows[1].pictures[0].phase == .waiting)
    thread.setNear([rows[1].id])
    #expect(rows[0].pictures[0].image == nil)
    await until { rows[1].pictures[0].phase == .shown }
    // The cache still has it: nothing is decoded twice.
    let decoded = library.pictures.decoded.count
    thread.setNear([rows[0].id])
    #expect(rows[0].pictures[0].phase == .shown)
    #expect(library.pictures.decoded.count == decoded)
  }

  @Test func `A remote picture is fetched only when asked for, and is kept then`() async throws {
    let library = try await TestLibrary()
    let chat = try await library.chat(messages: 1)
    let remote = Attachment(
      content: .remote("https://pictures.example/sea.jpg"), width: 0, height: 0, alternative: "")
    let message = Message(
      id: library.surroundings.newID(), chat: chat.id, sequence: 2, sender: .user, text: "The sea",
      attachments: [remote], createdAt: library.surroundings.now())
    try await library.store.write { store throws(StoreError) in try store.append(message) }
    let model = try await openModel(library)
    let thread = try await openThread(chat.id, in: model)
    let row = try #require(thread.row(of: .message(message.id)))
    let picture = row.pictures[0]
    #expect(picture.phase == .remote(host: "pictures.example"))
    thread.setNear([row.id])
    #expect(library.pictures.asked.isEmpty)
    #expect(picture.phase == .remote(host: "pictures.example"))
    thread.load(picture, of: row)
    await until { picture.phase == .shown }
    #expect(library.pictures.asked == [.remote(address: "https://pictures.example/sea.jpg")])
    let saved = try await library.saved(in: chat.id)
    #expect(saved.last?.attachments.first?.remoteHost == nil)
    #expect(saved.last?.attachments.first?.bytes == 32)
  }

  @Test func `A remote picture that does not come says why and can be asked for again`() async throws {
    let library = try await TestLibrary()
    let chat = try await library.chat(messages: 1)
    let remote = Attachment(content: .remote("https://host.example/broken.jpg"), width: 0, height: 0, alternative: "")
    let message = Message(
      id: library.surroundings.newID(), chat: chat.id, sequence: 2, sender: .user, text: "", attachments: [remote],
      createdAt: library.surroundings.now())
    try await library.store.write { store throws(StoreError) in try store.append(message) }
    let model = try await openModel(library)
    let thread = try await openThread(chat.id, in: model)
    let row = try #require(thread.row(of: .message(message.id)))
    thread.load(row.pictures[0], of: row)
    await until { model.notices.newest != nil }
    #expect(row.pictures[0].phase == .remote(host: "host.example"))
  }

  @Test func `The viewer goes from picture to picture through the chat and closes with its message`() async throws {
    let library = try await TestLibrary()
    let (model, thread) = try await openChat(library)
    thread.add([.file(path: "/photos/1.jpg"), .file(path: "/photos/2.jpg")])
    await until { thread.canSend }
    thread.draft = "Two"
    thread.send()
    await until { thread.rows.contains { $0.pictures.count == 2 } }
    thread.add([.file(path: "/photos/3.jpg")])
    await until { thread.canSend }
    thread.send()
    await until { thread.rows.filter { !$0.pictures.isEmpty }.count == 2 }
    let first = try #require(thread.rows.first { $0.pictures.count == 2 }?.message)
    model.view(first.attachments[1], at: 1, of: first.id)
    let viewer = try #require(model.viewer)
    await until { viewer.hasNext && viewer.hasPrevious && viewer.phase == .shown }
    #expect(viewer.caption == "Two")
    viewer.showNext()
    await until { viewer.attachment.alternative == "3.jpg" && viewer.phase == .shown && viewer.hasPrevious }
    await until { !viewer.hasNext }
    viewer.showPrevious()
    await until { viewer.attachment.alternative == "2.jpg" && viewer.hasPrevious }
    viewer.showPrevious()
    await until { viewer.attachment.alternative == "1.jpg" && viewer.phase == .shown && viewer.hasNext }
    await until { !viewer.hasPrevious }
    thread.delete(first.id)
    await until { model.viewer == nil }
    await until { thread.rows.filter { !$0.pictures.isEmpty }.count == 1 }
  }

  @Test func `The viewer passes over pictures of a message whose deletion can be undone`() async throws {
    let library = try await TestLibrary()
    let (model, thread) = try await openChat(library)
    for number in 1...3 {
      thread.add([.file(path: "/photos/\(number).jpg")])
      await until { thread.canSend }
      thread.send()
      await until { thread.rows.filter { !$0.pictures.isEmpty }.count == number }
    }
    let messages = thread.rows.filter { !$0.pictures.isEmpty }.compactMap(\.message)
    thread.delete(messages[1].id)
    model.view(messages[0].attachments[0], at: 0, of: messages[0].id)
    let viewer = try #require(model.viewer)
    await until { viewer.hasNext }
    viewer.showNext()
    await until { viewer.attachment.alternative == "3.jpg" && viewer.hasPrevious }
  }

  @Test func `A deleted message is gone from the thread, and the list shows the one before`() async throws {
    let library = try await TestLibrary()
    let (model, thread) = try await openChat(library, messages: 3)
    let last = try #require(thread.rows.last?.message)
    thread.delete(last.id)
    await until { thread.texts == ["Message 1", "Message 2"] }
    await until { model.list.row(of: thread.chat.id)?.preview == "Message 2" }
    try #require(model.notices.newest).ended?()
    await library.log.first { if case .messageRemoved(last.id, in: _) = $0 { true } else { false } }
    await until { model.list.row(of: thread.chat.id)?.chat.preview.text == "Message 2" }
    #expect(try await library.service.chat(thread.chat.id)?.messageCount == 2)
  }

  @Test func `The cache keeps to its budget and drops what was not looked at for longest`() async throws {
    let library = try await TestLibrary()
    let (_, thread) = try await openChat(library)
    thread.add((1...3).map { .file(path: "/photos/\($0).jpg") })
    await until { thread.canSend }
    let cache = PictureCache(budget: 40)
    let pictures = thread.pictures.compactMap { picture in
      picture.attachment.map { PictureModel($0, .preview, pictures: library.pictures, cache: cache) }
    }
    for picture in pictures {
      picture.setNear(true)
      await until { picture.phase == .shown }
      #expect(cache.bytes <= 40)
    }
    let decoded = library.pictures.decoded.count
    pictures[2].setNear(false)
    pictures[2].setNear(true)
    #expect(library.pictures.decoded.count == decoded)
    pictures[0].setNear(false)
    pictures[0].setNear(true)
    await until { pictures[0].phase == .shown }
    #expect(library.pictures.decoded.count == decoded + 1)
  }
}
