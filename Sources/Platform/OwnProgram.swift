/// The path of the program that runs; empty where the system does not say.
package func ownProgram() -> String {
  var buffer = [UInt8](repeating: 0, count: 4_096)
  #if canImport(Glibc)
    let count = buffer.withUnsafeMutableBytes { readlink("/proc/self/exe", $0.baseAddress!, $0.count) }
    return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
  #else
    var size = UInt32(buffer.count)
    let code = buffer.withUnsafeMutableBytes { bytes in
      _NSGetExecutablePath(bytes.bindMemory(to: CChar.self).baseAddress, &size)
    }
    return code == 0 ? String(decoding: buffer.prefix { $0 != 0 }, as: UTF8.self) : ""
  #endif
}
