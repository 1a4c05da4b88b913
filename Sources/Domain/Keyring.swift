/// The port to the desktop's keyring: keys and tokens for hosts and servers, which stand in no file of Sotto, no argument and
/// no variable.
public protocol Keyring: Sendable {
  /// The secret of this owner; nil where there is none. May wait for the person, who unlocks the keyring; a cancelled task
  /// ends that.
  func secret(of owner: SecretOwner) async throws(KeyringFault) -> String?

  /// Keeps the secret over restarts, in the place of the owner's former one.
  ///
  /// - Parameter label: how the desktop's own list of secrets calls it.
  func keep(_ secret: String, of owner: SecretOwner, labelled label: String) async throws(KeyringFault)

  /// Forgets the owner's secret; one that is not there is no fault where the keyring says so.
  func forget(_ owner: SecretOwner) async throws(KeyringFault)
}

/// Whose secret it is: nobody else is ever given it.
public enum SecretOwner: Hashable, Sendable {
  /// A host on the internet, with its port where an address names one.
  case host(String)
  /// A server that the user named.
  case server(ServerID)
}

/// Why the keyring did not do what it was asked for.
public enum KeyringFault: Error, Hashable, Sendable {
  /// There is no keyring on this desktop.
  case missing
  /// It refused, or nobody unlocked it.
  case failed
  /// The task that asked was cancelled.
  case cancelled
}
