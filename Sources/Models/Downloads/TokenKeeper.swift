internal import Domain

/// Keeps the person's token for Hugging Face: in the desktop's keyring, or in memory where there is none.
actor TokenKeeper {
  private let keyring: any Keyring
  private let owner: SecretOwner
  /// What is known in this process; `none` is an answer of the keyring, too.
  private var known: Known?

  private enum Known {
    case token(String)
    case none
  }

  private static let mostBytes = 500

  init(_ keyring: any Keyring, host: String) {
    self.keyring = keyring
    owner = .host(host)
  }

  func token() async -> String? {
    if known == nil {
      do throws(KeyringFault) {
        let token = try await keyring.secret(of: owner)?.filter { !$0.isWhitespace } ?? ""
        // A token may have been entered meanwhile.
        if known == nil { known = Self.isToken(token) ? .token(token) : Known.none }
      } catch {
        // A question that was called off, or a keyring that was not unlocked, says nothing of what is kept.
        if known == nil, error == .missing { known = Known.none }
      }
    }
    if case .token(let token) = known { return token }
    return nil
  }

  func keep(_ text: String) async throws(DownloadFault) -> TokenPlace {
    let token = text.filter { !$0.isWhitespace }
    guard !token.isEmpty else {
      known = Known.none
      do throws(KeyringFault) { try await keyring.forget(owner) } catch {
        return error == .missing ? .nowhere : .uncertain
      }
      return .nowhere
    }
    guard Self.isToken(token) else { throw .notAToken }
    known = .token(token)
    do throws(KeyringFault) {
      // untranslated: the keyring's own list of what it keeps
      try await keyring.keep(token, of: owner, labelled: "Sotto: Hugging Face")
    } catch {
      return .session
    }
    return .keyring
  }

  /// One line of visible letters: nothing that could be read as another header.
  private static func isToken(_ token: String) -> Bool {
    (4...mostBytes).contains(token.utf8.count) && token.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }
}
