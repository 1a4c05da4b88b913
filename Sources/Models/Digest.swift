import CCrypto

/// SHA-256 of bytes that come one after the other.
struct Digest: ~Copyable {
  private let context: OpaquePointer

  /// Nil when the library has no memory for it.
  init?() {
    guard let context = EVP_MD_CTX_new() else { return nil }
    guard EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else {
      EVP_MD_CTX_free(context)
      return nil
    }
    self.context = context
  }

  deinit { EVP_MD_CTX_free(context) }

  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
  }

  /// The 32 bytes of it.
  consuming func finish() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 32) { buffer, filled in
      EVP_DigestFinal_ex(context, buffer.baseAddress, nil)
      filled = 32
    }
  }
}
