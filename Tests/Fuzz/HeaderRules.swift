import PictureWire

/// What has to hold of every header, whatever the file.
enum HeaderRules {
  private static let limits = PictureOrder.Limits(
    pixels: 50_000_000, side: 30_000, frames: 500, movingBytes: 1 << 20, full: 2048, preview: 480, thumbnail: 200)

  static func jpeg(_ input: UnsafeRawBufferPointer) {
    guard let (header, kept) = read(input, Header.jpeg) else { return }
    let again = reread(kept, Header.jpeg)
    demand(again.size == header.size, "what is kept of a JPEG has its size")
    demand(again.orientation == 1, "nothing of Exif is kept of a JPEG")
    demand(again.kept == kept, "what is kept of a JPEG has no more to lose")
  }

  static func png(_ input: UnsafeRawBufferPointer) {
    guard let (header, kept) = read(input, Header.png) else { return }
    let again = reread(kept, Header.png)
    demand(again.size == header.size, "what is kept of a PNG has its size")
    demand(again.orientation == 1 && again.frames == 1, "neither Exif nor steps are kept of a PNG")
    demand(again.kept == kept, "what is kept of a PNG has no more to lose")
  }

  static func gif(_ input: UnsafeRawBufferPointer) {
    guard let (header, kept) = read(input, Header.gif) else { return }
    let again = reread(kept, Header.gif)
    demand(again.size == header.size && again.frames == header.frames, "what is kept of a GIF has its size and steps")
    demand(again.kept == kept, "what is kept of a GIF has no more to lose")
  }

  static func webp(_ input: UnsafeRawBufferPointer) {
    guard let (header, _) = read(input, Header.webp), header.isMoving else { return }
    guard let made = Header.strippedWebP(Bytes(input)) else { return }
    let again = reread(made, Header.webp)
    demand(again.frames == header.frames, "what is kept of a WebP has its steps")
    demand(again.orientation == 1 && !again.hasProfile, "neither Exif nor a profile is kept of a WebP")
    made.withUnsafeBytes { made in
      demand(holdsOnlySteps(Bytes(made)), "nothing but steps is kept of a WebP")
      let again = Header.strippedWebP(Bytes(made)) ?? []
      demand(again.elementsEqual(made), "what is kept of a WebP has no more to lose")
    }
  }

  private static func holdsOnlySteps(_ file: Bytes, from start: Int = 12, inStep: Bool = false) -> Bool {
    var offset = start
    while offset < file.count {
      guard let length = file.little32(offset + 4), let inside = file.part(offset + 8, length) else { return false }
      if file.has("ANMF", at: offset), !inStep {
        guard holdsOnlySteps(inside, from: 16, inStep: true) else { return false }
      } else {
        let known: [StaticString] = inStep ? ["ALPH", "VP8 ", "VP8L"] : ["VP8X", "ANIM"]
        guard known.contains(where: { file.has($0, at: offset) }) else { return false }
      }
      offset += 8 + length + length & 1
    }
    return true
  }

  static func tiff(_ input: UnsafeRawBufferPointer) {
    _ = read(input, Header.tiff)
    demand((1...8).contains(Exif.orientation(Bytes(input))), "a picture is turned in one of eight ways")
  }

  static func boxes(_ input: UnsafeRawBufferPointer) { _ = read(input, Header.boxes) }

  /// Reads a header in both ways, looks at what holds for every kind, and returns it with the bytes that are kept.
  private static func read(
    _ input: UnsafeRawBufferPointer, _ parse: (Bytes) throws(Refusal) -> Header
  ) -> (header: Header, kept: [UInt8])? {
    let file = Bytes(input)
    do throws(Refusal) {
      let judged = try Header.read(file, limits)
      demand((1...limits.side).contains(judged.width), "a width that was judged is within the limits")
      demand((1...limits.side).contains(judged.height), "a height that was judged is within the limits")
      demand(judged.width * judged.height <= limits.pixels, "pixels that were judged are within the limits")
      demand((0...limits.frames).contains(judged.frames), "steps that were judged are within the limits")
    } catch {
      // A file that is refused is as good as any.
    }
    do throws(Refusal) {
      let header = try parse(file)
      demand((1...8).contains(header.orientation), "a picture is turned in one of eight ways")
      demand(header.width >= 0 && header.height >= 0 && header.frames >= 0, "no size is less than nothing")
      demand(header.profile.count <= file.count, "a profile comes from the file")
      var end = 0
      for chunk in header.parts {
        demand(chunk.start >= end && chunk.count > 0, "pieces are in order and do not overlap")
        end = chunk.start + chunk.count
      }
      demand(end <= file.count, "pieces lie in the file")
      return (header, header.parts.flatMap { Array($0.pointer) })
    } catch {
      return nil
    }
  }

  private struct Again {
    var size: [Int]
    var frames: Int
    var orientation: Int
    var hasProfile: Bool
    var kept: [UInt8]
  }

  /// Reads what was kept of a file that was taken, which has to be taken as well.
  private static func reread(_ kept: [UInt8], _ parse: (Bytes) throws(Refusal) -> Header) -> Again {
    kept.withUnsafeBytes { bytes in
      do throws(Refusal) {
        let header = try parse(Bytes(bytes))
        return Again(
          size: header.size, frames: header.frames, orientation: header.orientation,
          hasProfile: !header.profile.isEmpty, kept: header.parts.flatMap { Array($0.pointer) })
      } catch {
        demand(false, "what is kept of a file is a file: \(error)")
        return Again(size: [], frames: 0, orientation: 0, hasProfile: false, kept: [])
      }
    }
  }
}

extension Header {
  fileprivate var size: [Int] { [width, height] }
}
