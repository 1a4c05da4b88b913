// swift-tools-version: 6.2
import PackageDescription

/// Every target is compiled alike: language mode 6, no warning survives.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
]
/// Modules that live on the main actor: view models and faces.
let onMainActor = strict + [.defaultIsolation(MainActor.self)]

let package = Package(
  name: "Sotto",
  products: [
    .executable(name: "sotto", targets: ["CommandLine"]),
    .executable(name: "sotto-gtk", targets: ["GtkApp"]),
    .executable(name: "sotto-bench", targets: ["Bench"]),
    .executable(name: "sotto-colour-bench", targets: ["ColourBench"]),
    .executable(name: "sotto-soak", targets: ["Soak"]),
    .executable(name: "sotto-pictures", targets: ["PictureWorker"]),
    .executable(name: "sotto-engine", targets: ["EngineWorker"]),
  ],
  targets: [
    // Doors to C libraries.
    .systemLibrary(name: "CSQLite", pkgConfig: "sotto-sqlite"),
    .systemLibrary(name: "CAdw", pkgConfig: "libadwaita-1"),
    .systemLibrary(name: "CGStreamer", pkgConfig: "gstreamer-1.0 gstreamer-app-1.0"),
    .systemLibrary(name: "CPixbuf", pkgConfig: "gdk-pixbuf-2.0"),
    .systemLibrary(name: "CConfinement"),
    .systemLibrary(name: "CSpawn"),
    .systemLibrary(name: "CGettext"),
    .systemLibrary(name: "CLlama", pkgConfig: "sotto-llama"),
    .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto"),
    .systemLibrary(name: "CMarkdown", pkgConfig: "sotto-cmark"),

    // The C library, and what each system has of its own.
    .target(name: "Platform", dependencies: ["CGettext"], swiftSettings: strict),

    // Words for people.
    .target(name: "Localization", dependencies: ["Platform"], swiftSettings: strict),
    .target(name: "Wording", dependencies: ["Domain", "Localization", "Platform"], swiftSettings: strict),

    // What a text in Markdown shows.
    .target(name: "Markdown", dependencies: ["CMarkdown"], swiftSettings: strict),

    // The core.
    .target(name: "Domain", swiftSettings: strict),
    .target(name: "AtomicFiles", dependencies: ["Platform"], swiftSettings: strict),
    .target(
      name: "Storage", dependencies: ["Platform", "Domain", "AtomicFiles", "Executors", "CSQLite"],
      swiftSettings: strict),
    .target(
      name: "Agents", dependencies: ["Domain"],
      resources: [
        .embedInCode("Resources/personas.json"), .embedInCode("Resources/demo.json"),
        .embedInCode("Resources/Drawings/harbour.svg"), .embedInCode("Resources/Drawings/mountains.svg"),
        .embedInCode("Resources/Drawings/desk.svg"), .embedInCode("Resources/Drawings/rain.svg"),
        .embedInCode("Resources/Drawings/garden.svg"),
      ],
      swiftSettings: strict),
    .target(
      name: "ViewModels", dependencies: ["Domain", "Localization", "Markdown", "Wording"], swiftSettings: onMainActor),
    .target(
      name: "Sotto",
      dependencies: [
        "Platform", "Domain", "Storage", "Pictures", "Markdown", "Models", "Secrets", "Engine", "Agents", "ViewModels",
      ],
      swiftSettings: strict),

    // Waiting off the shared pool; other programs, what they say, and what those that read strangers' files are denied.
    .target(name: "Executors", swiftSettings: strict),
    .target(name: "Frames", dependencies: ["Platform", "CSpawn"], swiftSettings: strict),
    .target(name: "Workers", dependencies: ["Platform", "Frames", "Executors", "CSpawn"], swiftSettings: strict),
    .target(name: "Network", dependencies: ["Platform", "Domain", "Workers"], swiftSettings: strict),
    .target(name: "Secrets", dependencies: ["Platform", "Domain", "Workers"], swiftSettings: strict),
    .target(name: "Confinement", dependencies: ["Platform", "CConfinement"], swiftSettings: strict),

    // Pictures: the app's side, and the program that decodes for it.
    .target(name: "PictureWire", dependencies: ["Frames"], swiftSettings: strict),
    .target(
      name: "Pictures",
      dependencies: [
        "Platform", "Domain", "AtomicFiles", "Executors", "Frames", "Network", "PictureWire", "Workers",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "PictureWorker", dependencies: ["Platform", "CPixbuf", "Confinement", "Frames", "PictureWire"],
      swiftSettings: strict),

    // Local models: what the app and the program that runs one say to each other.
    .target(name: "EngineWire", dependencies: ["Frames"], swiftSettings: strict),
    .executableTarget(
      name: "EngineWorker", dependencies: ["Platform", "CLlama", "Confinement", "Frames", "EngineWire"],
      swiftSettings: strict),

    // The files of local models.
    .target(
      name: "Models",
      dependencies: ["Platform", "Domain", "AtomicFiles", "Executors", "Network", "CCrypto"],
      swiftSettings: strict),

    // Local models: the app's side of the engine.
    .target(
      name: "Engine",
      dependencies: ["Platform", "Domain", "EngineWire", "Executors", "Frames", "Workers"], swiftSettings: strict),

    // The faces.
    .target(
      name: "Adw", dependencies: ["Platform", "Localization", "Markdown", "CAdw", "CGStreamer"],
      swiftSettings: onMainActor),
    .target(
      name: "GtkFace",
      dependencies: [
        "Platform", "AtomicFiles", "Executors", "Localization", "Adw", "ViewModels", "Domain", "Sotto", "Wording",
      ],
      swiftSettings: onMainActor),
    .executableTarget(name: "GtkApp", dependencies: ["GtkFace"], swiftSettings: onMainActor),
    .target(name: "Records", dependencies: ["Domain", "Wording"], swiftSettings: strict),
    .executableTarget(
      name: "CommandLine",
      dependencies: ["Platform", "Localization", "Wording", "ViewModels", "Domain", "Markdown", "Records", "Sotto"],
      swiftSettings: onMainActor),

    // Measuring and soaking; not part of the app.
    .executableTarget(
      name: "Bench",
      dependencies: ["Platform", "Domain", "Storage", "Sotto", "TestSupport", "Workers", "Markdown", "CMarkdown"],
      path: "Benchmarks/Bench", swiftSettings: strict),
    // Apart from it: with a toolkit in it memory would be another one.
    .executableTarget(
      name: "ColourBench", dependencies: ["Adw", "Platform"], path: "Benchmarks/ColourBench",
      swiftSettings: onMainActor),
    .executableTarget(
      name: "Soak",
      dependencies: ["Platform", "Domain", "Storage", "Sotto", "TestSupport", "ViewModels", "Workers", "CSQLite"],
      path: "Benchmarks/Soak", swiftSettings: strict),

    // Tests.
    .target(
      name: "TestSupport", dependencies: ["Domain", "Workers"], path: "Tests/TestSupport", swiftSettings: strict),
    .target(
      name: "TestLibrary", dependencies: ["Domain", "Models", "Storage", "TestSupport"], path: "Tests/TestLibrary",
      swiftSettings: strict),
    .testTarget(name: "ArrowsTests", swiftSettings: strict),
    .testTarget(name: "DomainTests", dependencies: ["Domain", "TestSupport"], swiftSettings: strict),
    .testTarget(name: "MarkdownTests", dependencies: ["CMarkdown", "Markdown"], swiftSettings: strict),
    .testTarget(name: "LocalizationTests", dependencies: ["Localization", "Workers"], swiftSettings: strict),
    .testTarget(name: "WordingTests", dependencies: ["Domain", "Wording", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "AgentsTests", dependencies: ["Agents", "Domain", "TestSupport", "Wording"], swiftSettings: strict),
    .executableTarget(
      name: "StorageChild", dependencies: ["Storage", "Domain", "TestSupport"], path: "Tests/StorageChild",
      swiftSettings: strict),
    .testTarget(
      name: "StorageTests",
      dependencies: ["CCage", "CSQLite", "Storage", "Workers", "Platform", "Domain", "TestSupport", "StorageChild"],
      swiftSettings: strict),
    .executableTarget(
      name: "WorkersChild", dependencies: ["Frames", "Workers"], path: "Tests/WorkersChild", swiftSettings: strict),
    .testTarget(
      name: "WorkersTests", dependencies: ["Frames", "TestSupport", "Workers", "WorkersChild"], swiftSettings: strict),
    .executableTarget(
      name: "EngineChild", dependencies: ["EngineWire", "Frames"], path: "Tests/EngineChild", swiftSettings: strict),
    .testTarget(
      name: "EngineTests",
      dependencies: [
        "Engine", "EngineChild", "EngineWire", "EngineWorker", "Models", "Workers", "Platform", "Domain", "TestSupport",
        "TestLibrary",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "NetworkTests", dependencies: ["Domain", "Network", "TestSupport", "Workers"], swiftSettings: strict),
    .systemLibrary(name: "CCage", path: "Tests/CCage"),
    .executableTarget(
      name: "CageChild", dependencies: ["CCage", "Confinement"], path: "Tests/CageChild", swiftSettings: strict),
    .testTarget(
      name: "PicturesTests",
      dependencies: [
        "Pictures", "Frames", "Workers", "Platform", "Domain", "TestSupport", "PictureWorker", "CageChild", "CPixbuf",
        "Wording",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "EngineWorkerTests",
      dependencies: ["CLlama", "EngineWire", "Frames", "TestSupport", "Workers", "EngineWorker"],
      exclude: ["templates.txt"], swiftSettings: strict),
    .testTarget(
      name: "CommandLineTests", dependencies: ["Domain", "Records", "TestLibrary", "TestSupport", "Workers"],
      swiftSettings: strict),
    .testTarget(
      name: "ModelsTests", dependencies: ["Models", "Domain", "Secrets", "TestSupport", "TestLibrary"],
      swiftSettings: strict),
    .testTarget(name: "SecretsTests", dependencies: ["Domain", "Secrets", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "JourneyTests", dependencies: ["Domain", "Storage", "TestSupport", "TestLibrary", "Wording"],
      swiftSettings: strict),
    .executableTarget(name: "AdwChild", dependencies: ["CAdw"], path: "Tests/AdwChild", swiftSettings: onMainActor),
    .target(
      name: "WindowSupport", dependencies: ["Adw", "CAdw", "Workers"], path: "Tests/WindowSupport",
      swiftSettings: onMainActor),
    .testTarget(
      name: "AdwTests",
      dependencies: ["Adw", "AdwChild", "CAdw", "Markdown", "Platform", "TestSupport", "WindowSupport"],
      swiftSettings: onMainActor),
    .systemLibrary(name: "CAccessible", path: "Tests/CAccessible", pkgConfig: "libadwaita-1"),
    .testTarget(
      name: "FaceTests",
      dependencies: [
        "Adw", "CAccessible", "CAdw", "Domain", "GtkFace", "Sotto", "TestLibrary", "TestSupport", "ViewModels",
        "WindowSupport", "Workers",
      ],
      swiftSettings: onMainActor),
    .testTarget(
      name: "WindowTests", dependencies: ["CAdw", "Domain", "TestLibrary", "TestSupport", "Workers"],
      swiftSettings: strict),
    .testTarget(
      name: "ViewModelsTests",
      dependencies: ["ViewModels", "Domain", "Storage", "TestSupport", "TestLibrary", "Wording"],
      swiftSettings: onMainActor),
  ]
)
