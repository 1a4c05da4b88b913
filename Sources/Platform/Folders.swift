/// The names in a folder, sorted; nil with the reason in `errno` where it cannot be read.
package func namesInFolder(_ folder: String) -> [String]? {
  guard let directory = opendir(folder) else { return nil }
  defer { closedir(directory) }
  var names: [String] = []
  while let entry = readdir(directory) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) { field in
      field.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: field.pointee)) {
        String(cString: $0)
      }
    }
    if name != ".", name != ".." { names.append(name) }
  }
  return names.sorted()
}

/// How many bytes a user may still write to the disk of a folder; nil where the system does not say.
package func freeSpace(in folder: String) -> Int64? {
  var found = statvfs()
  guard statvfs(folder, &found) == 0 else { return nil }
  return space(UInt64(found.f_bavail), of: UInt64(found.f_frsize))
}

/// Bytes of so many blocks of a size; a disk may say anything of itself.
package func space(_ blocks: UInt64, of size: UInt64) -> Int64 {
  let (bytes, isTooMuch) = blocks.multipliedReportingOverflow(by: size)
  return isTooMuch ? .max : Int64(clamping: bytes)
}
