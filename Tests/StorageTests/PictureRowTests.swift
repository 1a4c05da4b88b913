import Domain
import Testing
import TestSupport

@testable import Storage

/// Pictures in messages and drafts.
@Suite(.timeLimit(.minutes(1)))
struct PictureRowTests {
  let fixture = FolderFixture()
  private let drawing = Attachment(content: .drawing("lake"), width: 640, height: 480, alternative: "A lake")
  private let remote = Attachment(
    content: .remote("https://example.org/a.png"), width: 0, height: 0, alternative: "Somewhere")

  @Test func `Pictures of all kinds are read back as they were appended, in their order`() async throws {
    let store = try await fixture.open()
    try await store.fill(messages: 0)
    try await store.put(1, 2)
    let pictures = [attached(2), remote, attached(1), drawing, attached(2)]
    try await store.append(1, showing: pictures)
    try await store.append(2, showing: [])
    try await store.append(3, showing: [attached(1)])
    #expect(try await store.messages().map(\.attachments) == [pictures, [], [attached(1)]])
    #expect(try await store.messages(.after(messageID(2), limit: 5)).map(\.attachments) == [[attached(1)]])
    #expect(try await store.message(1)?.attachments == pictures)
    let changed = [drawing, attached(2)]
    try await store.write { store throws(StoreError) in
      try store.update(newMessage(1, showing: changed))
    }
    #expect(try await store.message(1)?.attachments == changed)
    #expect(try await store.verify() == [])
  }

  @Test func `A picture of an unknown kind is left out, and its message is shown`() async throws {
    let store = try await fixture.open()
    try await store.fill(messages: 0)
    try await store.put(1, 2)
    try await store.append(1, showing: [attached(1), attached(2)])
    try await store.setDraft(Draft(text: "x", pictures: [attached(1), attached(2)]))
    try fixture.connection().script(
      """
      UPDATE attachment SET mime = 'image/x-later' WHERE position = 0;
      UPDATE draft_picture SET mime = 'image/x-later' WHERE position = 0;
      """)
    #expect(try await store.message(1)?.attachments == [attached(2)])
    #expect(try await store.draft()?.pictures == [attached(2)])
    #expect(
      try await store.pictures(.all(limit: 9))
        == [ChatPicture(message: messageID(1), index: 0, attachment: attached(2))])
    let id = messageID(1).description.filter { $0 != "-" }.uppercased()
    #expect(
      try await store.verify() == [
        Finding(isDamage: false, .message(.unknownPicture, FoundMessage(id: id, chat: "Chat 1"))),
        Finding(isDamage: false, .chat(.unknownDraftPicture, title: "Chat 1")),
      ])
  }

  @Test func `A message or draft that names a picture that is not in the library is refused whole`() async throws {
    let store = try await fixture.open()
    try await store.fill(messages: 0)
    try await store.put(1)
    #expect(await error { try await store.append(1, showing: [attached(1), attached(2)]) } == .pictureMissing)
    #expect(await error { try await store.setDraft(Draft(text: "x", pictures: [attached(2)])) } == .pictureMissing)
    // Whichever way it is sent: the draft's own row does not vouch for the file.
    try await store.setDraft(Draft(pictures: [attached(1)]))
    for size in PictureSize.allCases { Files.remove(fixture.folder.file(of: hash(1), size)) }
    let refused = await error {
      try await store.write { store throws(StoreError) in
        try store.setDraft(Draft(), in: chatID(1))
        try store.append(newMessage(1, showing: [attached(1)]))
      }
    }
    #expect(refused == .pictureMissing)
    #expect(try await store.messages() == [])
    #expect(try await store.draft() == Draft(pictures: [attached(1)]))
  }

  @Test func `A message or draft that has lost a picture can still be changed`() async throws {
    let store = try await fixture.open()
    try await store.fill(messages: 0)
    try await store.put(1, 2)
    try await store.append(1, showing: [attached(1), attached(2)])
    try await store.setDraft(Draft(pictures: [attached(1), attached(2)]))
    Files.remove(fixture.folder.file(of: hash(1), .full))
    try await store.write { store throws(StoreError) in
      try store.update(newMessage(1, showing: [attached(1)]))
      try store.setDraft(Draft(text: "more", pictures: [attached(1)]), in: chatID(1))
    }
    #expect(try await store.message(1)?.attachments == [attached(1)])
    #expect(try await store.draft() == Draft(text: "more", pictures: [attached(1)]))
  }

  @Test func `A draft keeps its pictures in order, and is forgotten with them`() async throws {
    let store = try await fixture.open()
    try await store.fill(messages: 0)
    try await store.put(1, 2)
    let draft = Draft(text: "Look:", pictures: [attached(2), attached(1), attached(2)])
    try await store.setDraft(draft)
    await store.close()
    let again = try await fixture.open()
    #expect(try await again.draft() == draft)
    #expect(try await again.chat(1)?.draftPreview == "Look:")
    try await again.setDraft(Draft(text: " \n", pictures: [attached(1)]))
    #expect(try await again.chat(1)?.draftPreview == "\u{FFFC}")
    try await again.setDraft(Draft())
    #expect(try await again.draft() == nil)
    #expect(try await again.chat(1)?.draftPreview == "")
    #expect(try fixture.connection(.reading).number("SELECT count(*) FROM draft_picture") == 0)
  }

  @Test func `A draft's pictures must be kept ones`() async throws {
    let store = try await fixture.open()
    try await store.fill(messages: 0)
    for picture in [drawing, remote] {
      let refused = await error { try await store.setDraft(Draft(text: "x", pictures: [picture])) }
      guard case .refused(let reason, _) = refused else { return #expect(refused == nil) }
      #expect(reason == .internal("a draft may only have pictures that the data folder keeps"))
    }
    #expect(try await store.draft() == nil)
  }

  @Test func `The pages of a chat's pictures lead through all of them, both ways`() async throws {
    let store = try await fixture.open()
    try await store.fill(messages: 0)
    try await store.fill(chat: 2, messages: 0)
    try await store.put(1)
    var all: [ChatPicture] = []
    for number in 1...60 {
      let pictures = Array([drawing, attached(1), remote, attached(1)].prefix(number % 5))
      try await store.append(number, showing: pictures)
      all += pictures.enumerated().map { ChatPicture(message: messageID(number), index: $0, attachment: $1) }
    }
    try await store.append(99, in: 2, showing: [drawing])
    #expect(try await store.pictures(.all(limit: 1_000)) == all)
    #expect(try await store.pictures(.all(limit: 7)) == Array(all.prefix(7)))
    for limit in [1, 7] {
      for (index, picture) in all.enumerated() {
        let before = try await store.pictures(.before(picture.message, index: picture.index, limit: limit))
        #expect(before == Array(all[..<index].suffix(limit)))
        let after = try await store.pictures(.after(picture.message, index: picture.index, limit: limit))
        #expect(after == Array(all[(index + 1)...].prefix(limit)))
      }
    }
    // A message that has lost the picture stands for its place; one that is gone or elsewhere has no neighbours.
    #expect(try await store.pictures(.before(messageID(5), index: 3, limit: 1)).first?.message == messageID(4))
    #expect(try await store.pictures(.after(messageID(5), index: 3, limit: 1)).first?.message == messageID(6))
    for id in [messageID(98), messageID(99)] {
      #expect(try await store.pictures(.before(id, index: 0, limit: 5)) == [])
      #expect(try await store.pictures(.after(id, index: 0, limit: 5)) == [])
    }
  }

  @Test func `A library of format 1 opens, converted after a backup, with its drafts and drawings`() async throws {
    let surroundings = ManualSurroundings(now: 1_735_000_000_000)
    try fixture.folder.make()
    try OpenDatabases.make(fixture.folder.database)
    let old = try fixture.connection()
    try old.migrate(Array(Migration.all.prefix(1)))
    try old.script(
      """
      INSERT INTO chat(id, uid, title, title_origin, agent, created_at, last_at, preview, unread, pinned, tip,
        message_count)
      VALUES (1, x'01900000000070008000000000000001', 'Old', 0, 'crew', 1, 1, '', 0, 0, NULL, 1);
      INSERT INTO message(id, uid, chat_id, sequence, sender, state, created_at, text)
      VALUES (1, x'01910000000070008000000000000001', 1, 1, 1, 2, 1, 'Here it is.');
      UPDATE chat SET tip = 1;
      INSERT INTO attachment(message_id, place, drawing, width, height, alternative)
      VALUES (1, 0, 'lake', 640, 480, 'A lake');
      INSERT INTO draft VALUES (1, 'Thanks', 'Thanks');
      """)
    #expect(try old.format() == 1)
    let store = try await fixture.open(surroundings)
    #expect(try fixture.connection(.reading).format() == today)
    #expect(try await store.message(1)?.attachments == [drawing])
    #expect(try await store.draft() == Draft(text: "Thanks"))
    #expect(try await store.verify() == [])
    let backups = try await fixture.library(surroundings).backups()
    #expect(backups.map(\.format) == [1])
    #expect(backups.map(\.id) == ["sotto-2024-12-24T00-26-40Z-before-\(today).db"])
    try await store.put(1)
    try await store.setDraft(Draft(text: "Thanks", pictures: [attached(1)]))
    #expect(try await store.draft()?.pictures == [attached(1)])
  }
}
