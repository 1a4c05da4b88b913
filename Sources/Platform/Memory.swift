/// How many bytes of memory programs may take now before others suffer, with what the system keeps only as long as nobody
/// wants it; nil where the system does not say.
package func availableMemory() -> Int64? {
  #if canImport(Glibc)
    let descriptor = open("/proc/meminfo", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let count = read(descriptor, &buffer, buffer.count)
    let text = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("MemAvailable:") }) else { return nil }
    return line.split(separator: " ").dropFirst().first.flatMap { Int64($0) }.map { $0 * 1_024 }
  #else
    return nil
  #endif
}
