import Dispatch
import Platform

extension Request {
  /// Writes the configuration on a thread of its own: a long text waits until curl reads it.
  func tell(_ descriptor: Int32) {
    let bytes = Array(configuration.utf8)
    DispatchQueue(label: "app.sotto.network.asking", qos: .userInitiated).async {
      var rest = bytes[...]
      while !rest.isEmpty {
        // A curl that is gone is seen where its answer is read.
        let count = rest.withUnsafeBytes { sendQuietly(descriptor, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        rest = rest.dropFirst(count)
      }
      close(descriptor)
    }
  }
}
