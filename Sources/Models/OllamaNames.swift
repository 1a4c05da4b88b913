#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What Ollama calls the blobs in its folder, which have only digests for names.
enum OllamaNames {
  private struct Manifest: Decodable {
    struct Layer: Decodable {
      var mediaType: String
      var digest: String
    }
    var layers: [Layer]
  }

  /// More manifests than anybody has models.
  private static let most = 2_000
  /// In bytes.
  private static let longest = 1 << 18

  /// The models' names by the file names of their blobs: `manifests/registry/owner/model/tag` names the digests.
  static func read(in root: String) -> [String: String] {
    var names: [String: String] = [:]
    var left = most
    for registry in folderNames(root + "/manifests") {
      for owner in folderNames(root + "/manifests/" + registry) {
        for model in folderNames("\(root)/manifests/\(registry)/\(owner)") {
          let folder = "\(root)/manifests/\(registry)/\(owner)/\(model)"
          for tag in folderNames(folder) {
            left -= 1
            guard left >= 0 else { return names }
            guard let blob = blob(of: "\(folder)/\(tag)") else { continue }
            names[blob] = (owner == "library" ? "" : owner + "/") + "\(model):\(tag)"
          }
        }
      }
    }
    return names
  }

  private static func blob(of manifest: String) -> String? {
    // A manifest that cannot be read names nothing.
    guard let bytes = try? OpenModelFile(manifest).beginning(longest),
      // As above.
      let read = try? JSONDecoder().decode(Manifest.self, from: Data(bytes))
    else { return nil }
    return read.layers.first { $0.mediaType == "application/vnd.ollama.image.model" }?.digest
      .replacing(":", with: "-")
  }
}
