/// What no other file says of the modules. Which of them imports which stands in `Package.swift` and in
/// `docs/architecture.md`, and both are held to the imports.
///
/// SwiftPM lets an undeclared import compile as soon as the other module is built, so only a test can hold the arrows.
enum Architecture {
  /// Modules that come with the system. Full Foundation is in no line: it would bring ICU, and 30 ms to each start.
  static let system: [String: Set<String>] = [
    "Adw": ["Dispatch", "Observation"],
    "Agents": ["FoundationEssentials", "Synchronization"],
    "AtomicFiles": ["Synchronization"],
    "Bench": ["FoundationEssentials"],
    "CommandLine": ["Dispatch", "Observation"],
    "Domain": ["Synchronization"],
    "Engine": ["Synchronization"],
    "EngineWorker": ["Synchronization"],
    "Executors": ["Dispatch"],
    "GtkFace": ["Observation"],
    "Markdown": ["Synchronization"],
    "Models": ["Dispatch", "FoundationEssentials", "Synchronization"],
    "Network": ["Dispatch", "Synchronization"],
    "Pictures": ["Dispatch", "Synchronization"],
    "Platform": ["Glibc"],
    "Records": ["FoundationEssentials"],
    "Secrets": ["Dispatch"],
    "Soak": ["FoundationEssentials"],
    "Sotto": ["FoundationEssentials", "Synchronization"],
    "Storage": ["Dispatch", "FoundationEssentials", "Synchronization"],
    "ViewModels": ["Observation"],
    "Workers": ["Dispatch", "Synchronization"],
  ]

  /// Modules that measure and stress the others: programs of their own that may ask the time and print.
  static let measuring: Set = ["Bench", "ColourBench", "Soak"]

  /// Compiled by a script of their own, and no targets.
  static let apart: Set = ["Fuzz"]

  /// The one place of each that may read the environment.
  static let environment: Set = [
    // For the faces, which hand it on.
    "Sources/Sotto/ProcessEnvironment.swift",
    // What a program that a test or a benchmark starts inherits.
    "Sources/Workers/Command.swift",
    // GTK has its own variables, and reads them itself.
    "Sources/Adw/Windows/Application.swift", "Sources/Adw/Windows/UnusedTheme.swift",
  ]

  /// Declarations that are called by what the compiler writes, or are waited for.
  static let calledByNobody: Set = [
    "unownedExecutor", "makeAsyncIterator", "buildExpression", "buildBlock", "buildOptional", "buildEither",
    "buildArray", "appendLiteral", "appendInterpolation",
    // libdispatch calls them by other names.
    "threadBegins", "threadEnds",
  ]
}
