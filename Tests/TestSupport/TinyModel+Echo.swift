/// Models that say what they were told, so that a reply shows whom it was for.
extension TinyModel {
  /// Says the capital letter of the prompt that is most often in it: once and as a small one, or again and again until its
  /// context is full. Where there is none it says nothing of sense.
  public static func echoing(ends: Bool, context: Int = 2_048) -> TinyModel {
    let width = vocabulary
    var model = TinyModel(words: [], width: width, layers: 1, heads: 10, context: context)
    model["general.name"] = .text(ends ? "Small" : "Large")
    model["general.sampling.temp"] = .real(0)
    model.fill { 0 }
    // All tokens are looked at alike, and of them the capital letters are seen, each in a place of its own.
    let letters = 0x41...0x5A
    model.set("token_embd.weight", (0..<width).map { ($0, $0) })
    // Small while they are added up, which is done in numbers that end at 65,504.
    model.set("blk.0.attn_v.weight", letters.map { ($0 + 128, $0) }, to: 0.01)
    model.set("blk.0.attn_output.weight", letters.map { ($0 + 128, $0 + 128) }, to: 100)
    let said = letters.map { (row: ends ? $0 + 32 : $0, column: $0 + 128) }
    model.set("output.weight", said)
    // Behind its own letter one of them ends, whatever it was told.
    if ends { model.set("output.weight", letters.map { (Int(model.end), $0 + 32) }, to: 100) }
    return model
  }
}
