import CLlama
import Testing

/// What the library was compiled for, against what the processor can do.
@Suite struct ProcessorTests {
  /// What packages are built for.
  private static let usual =
    SOTTO_AVX.rawValue | SOTTO_AVX2.rawValue | SOTTO_BMI2.rawValue | SOTTO_F16C.rawValue
    | SOTTO_FMA.rawValue

  @Test(
    arguments: [
      (usual, usual, SOTTO_FITS, ""), (usual, .max, SOTTO_FITS, ""), (0, 0, SOTTO_FITS, ""),
      (usual, 0, SOTTO_TOO_OLD, "AVX, AVX2, BMI2, F16C, FMA"),
      (usual, SOTTO_AVX.rawValue | SOTTO_F16C.rawValue, SOTTO_TOO_OLD, "AVX2, BMI2, FMA"),
      (.max, SOTTO_AVX.rawValue | SOTTO_F16C.rawValue, SOTTO_TOO_OLD, "AVX2, BMI2, FMA"),
      (usual | SOTTO_AVX512.rawValue | SOTTO_AVX_VNNI.rawValue, usual, SOTTO_OTHER, "AVX-512, AVX-VNNI"),
    ] as [(UInt32, UInt32, sotto_fit, String)])
  func `a processor without what the library was compiled for is refused, with what it lacks`(
    wanted: UInt32, here: UInt32, fit: sotto_fit, lacks: String
  ) {
    for room in [200, 5] {
      var text = [CChar](repeating: 0, count: room)
      let found = text.withUnsafeMutableBufferPointer {
        sotto_fit_of(wanted, here, sotto_reason(text: $0.baseAddress, room: room))
      }
      #expect(found == fit)
      let said = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
      #expect(said == lacks.prefix(room - 1))
    }
  }

  @Test func `the processor that it was built on has what it wants`() {
    #expect(sotto_features_wanted() & ~sotto_features_here() == 0)
  }
}
