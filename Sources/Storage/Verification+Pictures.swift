import Domain

extension Verification {
  /// Compares the pictures' files with the rows that name them, both ways.
  func pictures(_ connection: Connection) throws(StoreError) -> [Finding] {
    let listing = PictureListing(of: folder)
    var findings = try telling { () throws(StoreError) in
      let named = try connection.namedPictures()
      return try missing(named, connection) + unreferenced(listing, named)
    }
    findings += damaged(listing)
    findings += folder.brokenCopies(listing).prefix(Self.most).map { hash, size in
      Finding(isDamage: false, .damagedCopy(path: folder.file(of: hash, size)))
    }
    let incomplete = listing.pictures.values.count { $0.contains(.full) && $0.count < PictureSize.allCases.count }
    if incomplete > 0 { findings.append(Finding(isDamage: false, .missingCopies(count: incomplete))) }
    findings += listing.strange.prefix(Self.most).map {
      Finding(isDamage: false, .strangeFile(path: $0))
    }
    return findings + permissions(listing)
  }

  /// Findings of one kind that are told at most.
  private static let most = 20

  /// Rows without files.
  private func missing(_ named: Set<PictureHash>, _ connection: Connection) throws(StoreError) -> [Finding] {
    var counts: [Int64: (title: String, pictures: Int)] = [:]
    for hash in named {
      let files = [folder.file(of: hash, .full), folder.aside(of: hash, .full)]
      guard !files.contains(where: Files.exists) else { continue }
      // Asked only now: a picture that was deleted meanwhile has no row any more.
      let chats = try connection.rows(
        """
        SELECT chat.id, chat.title FROM attachment CROSS JOIN message ON message.id = attachment.message_id
          CROSS JOIN chat ON chat.id = message.chat_id
        WHERE attachment.hash = ?1
        UNION
        SELECT chat.id, chat.title FROM draft_picture CROSS JOIN chat ON chat.id = draft_picture.chat_id
        WHERE draft_picture.hash = ?1
        """, [.hash(hash)]
      ) { (id: $0.integer(0), title: $0.text(1)) }
      for chat in chats { counts[chat.id, default: (chat.title, 0)].pictures += 1 }
    }
    let found = counts.sorted { ($0.value.title, $0.key) < ($1.value.title, $1.key) }
    return found.prefix(Self.most).map { _, chat in
      Finding(isDamage: true, .missingPictures(count: chat.pictures, chat: chat.title))
    }
  }

  /// Files without rows.
  private func unreferenced(_ listing: PictureListing, _ named: Set<PictureHash>) -> [Finding] {
    let unreferenced = listing.pictures.filter { !named.contains($0.key) }
    guard !unreferenced.isEmpty else { return [] }
    let bytes = unreferenced.reduce(0) { sum, picture in
      picture.value.reduce(sum) { $0 + (Files.size(folder.file(of: picture.key, $1)) ?? 0) }
    }
    return [Finding(isDamage: false, .unreferencedPictures(count: unreferenced.count, bytes: bytes))]
  }

  /// Files that are not what they are named for.
  private func damaged(_ listing: PictureListing) -> [Finding] {
    var findings: [Finding] = []
    for (index, hash) in listing.pictures.keys.sorted().enumerated() where findings.count < Self.most {
      if index % 16 == 0 { progress(.pictures(Double(index) / Double(listing.pictures.count))) }
      let file = folder.file(of: hash, .full)
      do throws(StoreError) {
        guard let bytes = try Files.bytes(file), PictureHash(of: bytes) != hash else { continue }
        findings.append(Finding(isDamage: true, .damagedPicture(path: file)))
      } catch {
        findings.append(Finding(isDamage: true, .unreadablePicture(error)))
      }
    }
    return findings
  }

  private func permissions(_ listing: PictureListing) -> [Finding] {
    let files = listing.pictures.lazy.flatMap { hash, sizes in sizes.map { folder.file(of: hash, $0) } }
    let findings =
      openToOthers([folder.pictures] + listing.shelves, 0o700) + openToOthers(Array(files), 0o600)
    return Array(findings.prefix(Self.most))
  }
}
