import CPixbuf

/// gdk-pixbuf's loaders, which have to be there before the cage closes: then no library can be opened any more.
enum Loaders {
  /// What a reader is for; the first word of its arguments.
  enum Range: String {
    /// What a library keeps.
    case kept
    /// That, and the app's own drawings.
    case drawn
    /// All kinds of files that are taken in.
    case all
  }

  /// Loads what is needed. A kind that this machine has no loader for is refused when it comes.
  static func load(_ range: Range) {
    for kind in ["jpeg", "png", "gif", "webp"] { touch(kind) }
    if range == .drawn { touch("svg", drawing) }
    if range == .all {
      touch("tiff")
      touch("heif/avif", heic)
      sotto_keep_heif()
      touch("avif", avif)
    }
  }

  /// Loads one, and has it decode a tiny picture of the program's own: some libraries load their parts only then.
  private static func touch(_ kind: String, _ picture: [UInt8] = []) {
    guard let loader = gdk_pixbuf_loader_new_with_type(kind, nil) else { return }
    if !picture.isEmpty { gdk_pixbuf_loader_write(loader, picture, gsize(picture.count), nil) }
    gdk_pixbuf_loader_close(loader, nil)
    g_object_unref(loader)
  }

  private static func bytes(_ text: String) -> [UInt8] {
    var count: gsize = 0
    guard let bytes = g_base64_decode(text, &count) else { return [] }
    defer { g_free(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
  }

  private static let drawing = Array(
    """
    <svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8" fill="red"/></svg>
    """.utf8)

  /// Eight by eight pixels of red.
  private static let avif = bytes(
    """
    AAAAHGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZgAAAOptZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRt\
    AAAAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAEOAAEAAAAAAAAAGgAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEAAGF2MDEAAAAAamlw\
    cnAAAABLaXBjbwAAABNjb2xybmNseAACAAIABoAAAAAMYXYxQ4EADAAAAAAUaXNwZQAAAAAAAAAIAAAACAAAABBwaXhpAAAAAAMICAgAAAAX\
    aXBtYQAAAAAAAAABAAEEgYIDhAAAACJtZGF0EgAKBRgIv2BCMg8bABpppoQAALAPXE80RTA=
    """)

  /// The same.
  private static let heic = bytes(
    """
    AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAaptZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRt\
    AAAAAAACAAAAEGlkYXQAAAAAAAgACAAAADhpbG9jAQAAAERAAAIAAQAAAAAAAAHOAAEAAAAAAAAAKwACAAEAAAAAAAAAAQAAAAAAAAAIAAAA\
    OGlpbmYAAAAAAAIAAAAVaW5mZQIAAAEAAQAAaHZjMQAAAAAVaW5mZQIAAAAAAgAAZ3JpZAAAAADVaXBycAAAALNpcGNvAAAAc2h2Y0MBA3AA\
    AAAAAAAAAAAe8AD8/fj4AAAPAyAAAQAYQAEMAf//A3AAAAMAkAAAAwAAAwAeugJAIQABACdCAQEDcAAAAwCQAAADAAADAB6gIIEFluqumubA\
    gAAAAwCAAAADAIQiAAEABkQBwXPBiQAAABRpc3BlAAAAAAAAAEAAAABAAAAAFGlzcGUAAAAAAAAACAAAAAgAAAAQcGl4aQAAAAADCAgIAAAA\
    GmlwbWEAAAAAAAAAAgABAoECAAICA4QAAAAaaXJlZgAAAAAAAAAOZGltZwACAAEAAQAAADNtZGF0AAAAJygBrxkhYEJA712lv/+Iyv+aOX+u\
    1t8pkoCmlwTXiJkLA4GAjZGdOA==
    """)
}
