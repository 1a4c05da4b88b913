/// What each module may import. This table is the law; `docs/architecture.md` draws it.
///
/// SwiftPM lets an undeclared import compile as soon as the other module is built, so only a test can hold the arrows.
enum Architecture {
  /// Modules that come with the system, for Modules that block, wait or talk to C.
  private static let machine: Set = ["Dispatch", "Glibc", "Synchronization"]

  private static let core: Set = ["Domain", "Storage", "Pictures", "Agents", "LocalModels", "ViewModels", "Sotto"]

  /// Full Foundation is in no line: it would bring ICU, and 30 ms to each start.
  static let mayImport: [String: Set<String>] = [
    "Domain": ["FoundationEssentials"],
    "AtomicFiles": ["Glibc", "Synchronization"],
    "Storage": machine.union(["Domain", "AtomicFiles", "CSQLite", "Executors", "FoundationEssentials"]),
    "Executors": ["Dispatch"],
    "Frames": ["CSpawn", "Glibc"],
    "Workers": machine.union(["CSpawn", "Executors", "Frames"]),
    "Pictures": machine.union([
      "Domain", "AtomicFiles", "Executors", "Frames", "Network", "PictureWire", "Workers", "FoundationEssentials",
    ]),
    "Network": ["Dispatch", "Glibc", "Workers"],
    "PictureWire": ["Frames", "Glibc"],
    "Confinement": ["CConfinement", "Glibc"],
    "PictureWorker": ["CPixbuf", "Confinement", "Frames", "PictureWire", "Glibc"],
    "Agents": ["Domain", "FoundationEssentials"],
    "LocalModels": machine.union(["Domain", "CLlama", "FoundationEssentials"]),
    "ViewModels": ["Domain", "Observation", "FoundationEssentials"],
    "Sotto": machine.union(core).subtracting(["Sotto"]).union(["Observation", "FoundationEssentials"]),
    "Adw": machine.union(["CAdw", "CGStreamer", "Observation"]),
    "GtkApp": ["Adw", "ViewModels", "Domain", "Sotto", "Observation", "Dispatch", "Glibc"],
    "CommandLine": ["Domain", "Sotto", "Observation", "FoundationEssentials", "Dispatch", "Glibc"],
    "Bench": machine.union(core).union(["CSQLite", "Workers", "Observation", "FoundationEssentials"]),
    "Soak": machine.union(core).union(["CSQLite", "Workers", "Observation", "FoundationEssentials"]),
  ]

  /// Modules that measure and stress the others: programs of their own that may ask the time and print.
  static let measuring: Set = ["Bench", "Soak"]
}
