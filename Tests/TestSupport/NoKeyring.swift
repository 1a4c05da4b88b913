public import Domain

/// A desktop without a keyring.
public struct NoKeyring: Keyring {
  public init() {}

  public func secret(of owner: SecretOwner) async throws(KeyringFault) -> String? { throw .missing }

  public func keep(_ secret: String, of owner: SecretOwner, labelled label: String) async throws(KeyringFault) {
    throw .missing
  }

  public func forget(_ owner: SecretOwner) async throws(KeyringFault) { throw .missing }
}
