import Domain
import FoundationEssentials
import Sotto

/// Taking in a photo of 12 megapixels, against `vipsthumbnail`, which makes the same three files.
func benchPictures() async throws {
  print("\n### Taking in a photo of 12 megapixels\n")
  try await withFolder { folder in
    let photo = try Photo(width: 4_032, height: 3_024, in: folder)
    try await benchMemory(photo, folder)
    try await benchTime(photo, folder)
  }
}

/// A library with all that takes pictures in, the reader program included.
private func openWhole(_ path: String) async throws -> StartedLibrary {
  try await Composition(home: path, environment: [:]).open()
}

private func keep(_ path: String, _ open: StartedLibrary) async throws -> PictureHash {
  let attachment = try await open.service.pictures.add(.file(path: path))
  guard case .kept(let kept) = attachment.content, attachment.height == 2_048, attachment.width == 1_536 else {
    throw Trouble("the photo was not kept upright, 2048 pixels high")
  }
  return kept.hash
}

private func benchTime(_ photo: Photo, _ folder: String) async throws {
  let rounds = 15
  let open = try await openWhole(folder + "/library")
  let path = folder + "/photo.jpg"
  var hashes: Set<PictureHash> = []
  var samples: [Side: (time: Sample, processor: Sample)] = [:]
  for round in 0...rounds {
    for (index, side) in Side.allCases.enumerated() {
      try photo.write(round * Side.allCases.count + index, to: path)
      let library = side == .cold ? try await openWhole(folder + "/other") : open
      let before = Program.processorTime(with: "sotto-pictures")
      let took = try await milliseconds {
        switch side {
        case .warm, .cold: hashes.insert(try await keep(path, library))
        case .inTurn, .inTurnKept: try Vips.inTurn(path, folder)
        case .together, .togetherKept: try Vips.together(path, folder)
        }
        if side.isSynced { try Program.run(["sync"] + Vips.files(folder)) }
      }
      let used = Program.processorTime(with: "sotto-pictures") - before
      if side == .cold { await library.library.close() }
      // The first round warms the caches.
      guard round > 0 else { continue }
      samples[side, default: (Sample(), Sample())].time.add(took)
      samples[side]?.processor.add(used)
    }
  }
  await open.library.close()
  guard hashes.count == 2 * (rounds + 1) else { throw Trouble("two of the photos are the same") }

  func fastest(isSynced: Bool) -> Double {
    let peers = Side.allCases.filter { $0.isPeer && $0.isSynced == isSynced }
    return peers.compactMap { samples[$0]?.time.median }.min() ?? .nan
  }
  let (floor, synced) = (fastest(isSynced: false), fastest(isSynced: true))
  let size = written(Double(photo.size) / 1e6)
  print(
    """
    A JPEG of 4032 × 3024 pixels and \(size) MB, another one each time, becomes three upright files of 2048, 480 and 200
    pixels. Sotto's are on the disk in the end; `vipsthumbnail`'s are where `sync` follows. What divides is the faster way
    to have vips do it. The processor's time is that of all programs together, and does not count who else is at work.

    | | ms median (p95) | ÷ vips | ÷ vips and `sync` | processor ms |
    | --- | ---: | ---: | ---: | ---: |
    """)
  for side in Side.allCases {
    guard let (time, processor) = samples[side] else { continue }
    let ratios = [floor, synced].map { "\(written(time.median / $0)) ×" }.joined(separator: " | ")
    print("| \(side.rawValue) | \(time.words) | \(ratios) | \(written(processor.median)) |")
  }
  print(
    "\nSotto against vips that waits for no disk: \(written(samples[.warm]!.time.median / floor)) × (target ≤ 1.2).")
}

private enum Side: String, CaseIterable {
  case warm = "Sotto, reader running"
  case cold = "Sotto, reader to be started"
  case inTurn = "vips, each file from the larger one"
  case together = "vips, all three at once"
  case inTurnKept = "vips, each from the larger one, `sync`"
  case togetherKept = "vips, all three at once, `sync`"

  var isPeer: Bool { self != .warm && self != .cold }
  var isSynced: Bool { self == .inTurnKept || self == .togetherKept }
}

/// The peer: a program for each of the three files.
private enum Vips {
  static func files(_ folder: String) -> [String] {
    ["whole", "preview", "thumbnail"].map { "\(folder)/\($0).jpg" }
  }

  private static func words(_ source: String, _ index: Int, _ folder: String) -> [String] {
    let side = ["2048", "480", "200"][index]
    let quality = ["80", "80", "60"][index]
    return ["vipsthumbnail", source, "--size", side, "-o", "\(files(folder)[index])[Q=\(quality),strip]"]
  }

  /// Small ones cost little when they are made from larger ones; returns the largest memory of a program in KB.
  @discardableResult
  static func inTurn(_ source: String, _ folder: String) throws -> Int {
    let files = files(folder)
    return try zip([source, files[0], files[1]], 0...2).map { try Program.run(words($0, $1, folder)) }.max() ?? 0
  }

  /// Uses every core, at the price of decoding three times.
  @discardableResult
  static func together(_ source: String, _ folder: String) throws -> Int {
    try Program.runTogether((0...2).map { words(source, $0, folder) })
  }
}

private func benchMemory(_ photo: Photo, _ folder: String) async throws {
  let path = folder + "/photo.jpg"
  var app = Sample()
  var reader = Sample()
  var idle = Sample()
  var vips = Sample()
  for round in 0..<5 {
    let open = try await openWhole(folder + "/memory")
    // A small picture first: what a reader needs before it reads anything is there.
    _ = try await open.service.pictures.add(.bytes(dot, name: "dot"))
    try photo.write(1_000 + round, to: path)
    guard let child = Program.children(named: "sotto-pictures").first else { throw Trouble("no reader runs") }
    try Program.forgetPeak()
    let before = Program.memory("VmRSS")
    idle.add(Double(Program.memory("VmRSS", of: child)) / 1_024)
    _ = try await keep(path, open)
    app.add(Double(Program.memory("VmHWM") - before) / 1_024)
    reader.add(Double(Program.memory("VmHWM", of: child)) / 1_024)
    await open.library.close()
    vips.add(Double(try Vips.inTurn(path, folder)) / 1_024)
  }
  print(
    """
    | memory at the peak, MB | median |
    | --- | ---: |
    | reader, all that is resident (`VmHWM`) | \(written(reader.median)) |
    | of that, before the photo came | \(written(idle.median)) |
    | app, beyond what it had before (`VmHWM` − `VmRSS` before) | \(written(app.median)) |
    | both, target ≤ 100 | \(written(app.median + reader.median)) |
    | `vipsthumbnail`, the largest of its programs | \(written(vips.median)) |

    """)
}

/// The smallest picture there is: one pixel as GIF.
private let dot: [UInt8] = [
  0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0,
  0, 2, 2, 0x44, 1, 0, 0x3B,
]
