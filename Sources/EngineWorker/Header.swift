import CLlama
import EngineWire
import Platform

/// What stands before a model's weights: what the file says of itself. Read with every value's type looked at, since the
/// library ends the process for a wrong one.
struct Header: ~Copyable {
  private let header: OpaquePointer
  private let fileLength: Int

  /// Of the format; 0 is what stands in a file that is cut before it.
  private static let versions: ClosedRange<UInt32> = 0...3

  init(_ file: borrowing ModelFile) throws(EngineRefusal) {
    guard let header = gguf_init_from_file_ptr(file.fromItsBeginning(), gguf_init_params(no_alloc: true, ctx: nil))
    else {
      let words = Log.takeFirst()
      guard let version = file.version else { throw EngineRefusal(.notAModel, words) }
      throw EngineRefusal(Self.versions.contains(version) ? .damaged : .notLoaded, words)
    }
    self.header = header
    fileLength = file.length
  }

  deinit { gguf_free(header) }

  // MARK: Values

  private func place(_ key: String, _ types: [gguf_type]) -> Int64? {
    let place = gguf_find_key(header, key)
    return place >= 0 && types.contains(gguf_get_kv_type(header, place)) ? place : nil
  }

  func text(_ key: String) -> String? {
    place(key, [GGUF_TYPE_STRING]).map { String(cString: gguf_get_val_str(header, $0)) }
  }

  func count(_ key: String) -> Int? {
    guard let place = place(key, [GGUF_TYPE_UINT16, GGUF_TYPE_UINT32, GGUF_TYPE_INT32, GGUF_TYPE_UINT64]) else {
      return nil
    }
    let count: Int? =
      switch gguf_get_kv_type(header, place) {
      case GGUF_TYPE_UINT16: Int(gguf_get_val_u16(header, place))
      case GGUF_TYPE_UINT32: Int(gguf_get_val_u32(header, place))
      case GGUF_TYPE_INT32: Int(gguf_get_val_i32(header, place))
      default: Int(exactly: gguf_get_val_u64(header, place))
      }
    return count.flatMap { $0 >= 0 ? $0 : nil }
  }

  func real(_ key: String) -> Double? {
    // As it was written: 0.6, not the nearest to it that four bytes can hold.
    place(key, [GGUF_TYPE_FLOAT32]).flatMap { Double("\(gguf_get_val_f32(header, $0))") }
  }

  func flag(_ key: String) -> Bool? {
    place(key, [GGUF_TYPE_BOOL]).map { gguf_get_val_bool(header, $0) }
  }

  /// How many entries a list has.
  func length(_ key: String) -> Int? { place(key, [GGUF_TYPE_ARRAY]).map { Int(clamping: gguf_get_arr_n(header, $0)) } }

  /// A text of a list.
  func text(_ key: String, at index: Int) -> String? {
    guard let place = place(key, [GGUF_TYPE_ARRAY]), gguf_get_arr_type(header, place) == GGUF_TYPE_STRING,
      index < gguf_get_arr_n(header, place)
    else { return nil }
    return String(cString: gguf_get_arr_str(header, place, index))
  }

  /// A number for each layer: one that holds for all, or a list.
  private func each(_ key: String, of layers: Int) -> [Int]? {
    if let all = count(key) { return Array(repeating: all, count: layers) }
    guard let place = place(key, [GGUF_TYPE_ARRAY]), gguf_get_arr_n(header, place) == layers,
      [GGUF_TYPE_UINT32, GGUF_TYPE_INT32].contains(gguf_get_arr_type(header, place)),
      let numbers = gguf_get_arr_data(header, place)
    else { return nil }
    let words = UnsafeBufferPointer(start: numbers.assumingMemoryBound(to: UInt32.self), count: layers)
    return words.map { Int($0 & 0x7FFF_FFFF) }
  }

  // MARK: What they say

  var architecture: String { text("general.architecture") ?? "" }

  /// The chat template, with the texts that it may write at the beginning and the end.
  var template: (source: String, bos: String, eos: String)? {
    func token(_ name: String) -> String {
      count("tokenizer.ggml.\(name)_token_id").flatMap { text("tokenizer.ggml.tokens", at: $0) } ?? ""
    }
    return text("tokenizer.chat_template").map { ($0, token("bos"), token("eos")) }
  }

  /// Why no text can be made with it, whatever its weights are.
  var refusal: EngineRefusal? {
    // First, for a further part says nothing else of itself.
    guard isPart(0) else { return EngineRefusal(.split, "\(count("split.count") ?? 1)") }
    let kind = text("general.type") ?? "model"
    if kind != "model" { return EngineRefusal(.notForText, kind) }
    if architecture == "clip" { return EngineRefusal(.notForText, architecture) }
    if !sotto_knows_architecture(architecture) { return EngineRefusal(.unknownArchitecture, architecture) }
    if flag("\(architecture).attention.causal") == false { return EngineRefusal(.notForText, architecture) }
    return isWhole ? nil : EngineRefusal(.damaged, "the file ends before its weights do")
  }

  /// Whether it is the part of this number, from 0 on, of as many as were handed over.
  func isPart(_ number: Int) -> Bool {
    (count("split.count") ?? 1) == ModelFile.count && (count("split.no") ?? 0) == number
  }

  /// Whether the file is as long as its weights want it to be: one whose copy or download was broken off is not.
  var isWhole: Bool {
    let start = UInt64(gguf_get_data_offset(header))
    return (0..<gguf_get_n_tensors(header)).allSatisfy { index in
      let (first, isTooFar) = start.addingReportingOverflow(UInt64(gguf_get_tensor_offset(header, index)))
      let (end, isTooLong) = first.addingReportingOverflow(UInt64(gguf_get_tensor_size(header, index)))
      return !isTooFar && !isTooLong && end <= UInt64(fileLength)
    }
  }

  var facts: EngineModel {
    var facts = EngineModel()
    facts.name = text("general.name") ?? ""
    facts.architecture = architecture
    facts.sizeLabel = text("general.size_label") ?? ""
    facts.licence = text("general.license") ?? ""
    facts.licenceName = text("general.license.name") ?? ""
    facts.licenceLink = text("general.license.link") ?? ""
    if let type = count("general.file_type").flatMap({ UInt32(exactly: $0) }) {
      let name = String(cString: llama_ftype_name(llama_ftype(type)))
      // What the library says of a number that it does not know is no name.
      if !name.contains("unknown") { facts.quantisation = name }
    }
    facts.parameters = parameters
    facts.layers = number("block_count")
    facts.trainedContext = number("context_length")
    facts.vocabulary = length("tokenizer.ggml.tokens") ?? number("vocab_size")
    facts.bytesPerToken = bytesPerToken(facts.layers)
    let sampling = "general.sampling."
    facts.recommended.temperature = real(sampling + "temp")
    facts.recommended.topK = count(sampling + "top_k")
    facts.recommended.topP = real(sampling + "top_p")
    facts.recommended.minP = real(sampling + "min_p")
    facts.recommended.repeatPenalty = real(sampling + "penalty_repeat")
    return facts
  }

  private func number(_ key: String) -> Int { count("\(architecture).\(key)") ?? 0 }

  var parameters: UInt64 {
    var sum: UInt64 = 0
    for tensor in 0..<gguf_get_n_tensors(header) {
      guard let sides = gguf_get_tensor_ne(header, tensor) else { continue }
      var product: UInt64 = 1
      for side in UnsafeBufferPointer(start: sides, count: Int(GGML_MAX_DIMS)) {
        product = product.multipliedReportingOverflow(by: UInt64(clamping: side)).partialValue
      }
      sum = sum.addingReportingOverflow(product).partialValue
    }
    return sum
  }

  /// Keys and values of two bytes each, in the layers that have any.
  private func bytesPerToken(_ layers: Int) -> UInt64 {
    let heads = number("attention.head_count")
    guard (1...65_536).contains(layers), let width = count("\(architecture).embedding_length"),
      let groups = each("\(architecture).attention.head_count_kv", of: layers)
        ?? (heads > 0 ? Array(repeating: heads, count: layers) : nil)
    else { return 0 }
    let size = heads > 0 ? width / heads : 0
    let (key, value) = (count("\(architecture).attention.key_length"), count("\(architecture).attention.value_length"))
    let sides = UInt64(clamping: key ?? size).addingReportingOverflow(UInt64(clamping: value ?? size)).partialValue
    let all = groups.reduce(UInt64(0)) { $0 &+ UInt64(clamping: $1) }
    return all.multipliedReportingOverflow(by: sides).partialValue &* 2
  }
}
