/// A model's file that somebody made to do harm, or that a disk or a download damaged. The same each time.
public struct HostileModel: Sendable {
  public let name: String
  private let make: @Sendable () -> [UInt8]

  init(_ name: String, _ make: @escaping @Sendable () -> [UInt8]) {
    (self.name, self.make) = (name, make)
  }

  /// Its template works until its time is over, which is seconds.
  public var takesLong: Bool { name.hasPrefix("a template") }

  /// The file.
  public var bytes: [UInt8] { make() }

  /// Small, so that hundreds are tried in a minute, and with a context that is soon full.
  static let base = TinyModel.random(context: 256)
  static let file = base.bytes

  /// Made by hand, each with one thing wrong; the first of them with none.
  public static let made: [HostileModel] =
    [HostileModel("ok") { file }] + strangeFiles + cutFiles + wrongNumbers + wrongKinds + wrongFacts + wrongWords
    + wrongWeights + wrongTemplates

  /// With a few bytes of the header changed by chance.
  public static func damaged(seed: UInt64) -> HostileModel {
    HostileModel("damaged \(seed)") {
      var chance = Chance(seed)
      var bytes = file
      for _ in 0..<[1, 1, 2, 4][chance.next(below: 4)] {
        let place = 4 + chance.next(below: weightsStart - 4)
        let any = UInt8(chance.next(below: 256))
        bytes[place] = [0, 255, any, bytes[place] ^ 1 << (any & 7)][chance.next(below: 4)]
      }
      return bytes
    }
  }

  /// Numbers that come out the same for the same seed.
  struct Chance {
    private var state: UInt64

    init(_ seed: UInt64) {
      state = (seed &+ 1) &* 0x9E37_79B9_7F4A_7C15
    }

    mutating func next(below end: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state >> 33) % end
    }
  }

  // MARK: Ways to be wrong

  /// Where the weights begin, behind the header.
  static let weightsStart = file.count - base.tensors.reduce(0) { $0 + ($1.values.count * 4 + 31) / 32 * 32 }

  /// The first place behind these words.
  static func place(behind words: String, last: Bool = false) -> Int {
    let words = Array(words.utf8)
    let places = (0..<weightsStart).lazy.filter { file[$0...].starts(with: words) }
    return ((last ? places.reversed().first : places.first) ?? 0) + words.count
  }

  static func patched(_ name: String, at place: Int, _ numbers: any FixedWidthInteger & Sendable...) -> HostileModel {
    HostileModel(name) {
      var bytes = file
      var place = place
      for number in numbers {
        for byte in number.littleEndianBytes {
          bytes[place] = byte
          place += 1
        }
      }
      return bytes
    }
  }

  static func changed(_ name: String, _ change: @escaping @Sendable (inout TinyModel) -> Void) -> HostileModel {
    HostileModel(name) {
      var model = base
      change(&model)
      return model.bytes
    }
  }

  static func set(_ key: String, _ value: TinyModel.Value, as name: String? = nil) -> HostileModel {
    changed(name ?? "\(key) \(value)") { $0[key] = value }
  }
}

extension FixedWidthInteger {
  fileprivate var littleEndianBytes: [UInt8] { withUnsafeBytes(of: littleEndian, Array.init) }
}
