import CLlama
import EngineWire

/// The processor that this process runs on.
enum Processor {
  /// Why the library cannot run here: it was compiled for what this processor lacks. Without this it would end by an
  /// instruction that the processor does not know.
  static var refusal: EngineRefusal? {
    var text = [CChar](repeating: 0, count: 200)
    let fit = text.withUnsafeMutableBufferPointer { text in
      sotto_fit_of(
        sotto_features_wanted(), sotto_features_here(), sotto_reason(text: text.baseAddress, room: text.count))
    }
    guard fit != SOTTO_FITS else { return nil }
    let lacks = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
    return EngineRefusal(fit == SOTTO_TOO_OLD ? .oldProcessor : .otherProcessor, lacks)
  }
}
