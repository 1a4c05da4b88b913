internal import Domain

/// A folder in which another program keeps models.
struct ModelPlace: Sendable {
  let origin: FoundModel.Origin
  let folder: String

  /// Those that there may be for this user.
  static func all(environment: [String: String], userHome: String?) -> [ModelPlace] {
    func variable(_ name: String) -> String? { environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
    guard let home = variable("HOME") ?? userHome else { return [] }
    let cache = variable("XDG_CACHE_HOME") ?? home + "/.cache"
    let data = variable("XDG_DATA_HOME") ?? home + "/.local/share"
    let huggingFace = variable("HF_HOME") ?? cache + "/huggingface"
    let folders: [(FoundModel.Origin, [String])] = [
      (.huggingFace, [variable("HF_HUB_CACHE") ?? huggingFace + "/hub"]),
      (.lmStudio, [home + "/.lmstudio/models", cache + "/lm-studio/models"]),
      (.jan, [data + "/Jan/data", home + "/jan/models"]),
      (.gpt4All, [data + "/nomic.ai/GPT4All"]),
      (.llamaCpp, [variable("LLAMA_CACHE") ?? cache + "/llama.cpp"]),
      (.ollama, [variable("OLLAMA_MODELS") ?? home + "/.ollama/models", "/usr/share/ollama/.ollama/models"]),
    ]
    return folders.flatMap { origin, folders in folders.map { ModelPlace(origin: origin, folder: $0) } }
  }
}
