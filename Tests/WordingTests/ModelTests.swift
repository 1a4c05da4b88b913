import Domain
import Testing
import Wording

/// What is said of local models.
@Suite struct ModelTests {
  private func model(_ facts: ModelFacts, bytes: Int64 = 807_694_464) throws -> LocalModel {
    let id = try #require(ModelID(bytes: Array(repeating: 7, count: 32)))
    let file = ModelFile(path: "/m.gguf", bytes: bytes, modifiedAt: 0, inode: 1, device: 1)
    return LocalModel(id: id, name: "A\nname", facts: facts, file: file, addedAt: Timestamp(milliseconds: 0))
  }

  @Test(
    arguments: [
      (1_235_814_432, nil, "1.2 billion parameters"), (27_009_002_240, nil, "27.0 billion parameters"),
      (1_920_000, nil, "1.9 million parameters"), (5, nil, "5 parameters"), (1, nil, "1 parameter"), (nil, "1B", "1B"),
      (0, "7B", "7B"), (nil, nil, nil), (Int64.max, nil, "9223372036.8 billion parameters"),
    ] as [(Int64?, String?, String?)])
  func `How large a model is`(parameters: Int64?, label: String?, words: String?) {
    #expect(ModelFacts(architecture: "a", parameters: parameters, sizeLabel: label).parametersWords == words)
  }

  @Test func `What nobody knows of a model is left out, and what a file says stays on its line`() throws {
    let known = ModelFacts(
      architecture: "llama", parameters: 1_235_814_432, quantisation: "Q4_K_M", licence: ModelLicence(name: "a\nb"))
    #expect(try model(known).summary == "llama · 1.2 billion parameters · Q4_K_M · 807.7 MB")
    #expect(try model(known).licenceWords == "a b" && model(known).shownName == "A name")
    #expect(try model(ModelFacts(architecture: "mamba\u{202E}"), bytes: 1).summary == "mamba · 1 byte")
  }

  @Test func `What a model needs is told against what is free, with the largest context that fits`() {
    func sentence(free: Int64?, context: Int? = 8_192) -> String {
      ModelMemory(fileBytes: 1_000_000_000, bytesPerToken: 100_000, trainedContext: context, free: free).sentence
    }
    #expect(sentence(free: nil) == "Needs about 2.2 GB of memory.")
    #expect(sentence(free: 4_000_000_000) == "Needs about 2.2 GB of memory; 4.0 GB are free.")
    #expect(
      sentence(free: 1_900_000_000)
        == "Needs about 2.2 GB of memory, and only 1.9 GB are free. With a context of 1280 tokens it would fit.")
    #expect(sentence(free: 900_000_000) == "Needs about 2.2 GB of memory, and only 900.0 MB are free.")
  }

  @Test(
    arguments: [
      (.noSuchModel, "no-such-model"), (.notFound(name: "a"), "file-not-found"), (.changed(name: "a"), "file-changed"),
      (.replaced(name: "a"), "file-replaced"), (.notAFile(name: "a"), "not-a-file"),
      (.cannotRead(name: "a", reason: "b"), "cannot-read"), (.notGGUF(name: "a"), "not-gguf"),
      (.split(name: "a", parts: 2), "split-file"), (.notSupported(name: "a", architecture: "b"), "not-supported"),
      (.notSupported(name: "a", architecture: " "), "not-supported"), (.damaged(name: "a"), "damaged"),
      (.tooLarge(name: "a", needs: 2, free: 1), "too-large"),
      (.largeContext(name: "a", tokens: 8, needs: 2, free: 1), "large-context"),
      (.memoryNotAllowed(name: "a"), "memory-not-allowed"), (.alreadyHere(name: "a"), "already-here"),
      (.endedEngine(name: "a"), "ended-engine"),
      (.loadCutOff(name: "a"), "load-cut-off"),
      (.damagedInstallation(name: "a"), "damaged-installation"), (.headerEndedEngine(name: "a"), "header-ended-engine"),
      (.endlessTemplate(name: "a"), "endless-template"),
      (.mixedParts(name: "a"), "mixed-parts"), (.notLoaded(name: "a", reason: ""), "not-loaded"),
      (.notLoaded(name: "a:b", reason: "b: “c”"), "not-loaded"), (.brokenEngine, "broken-engine"),
      (.silentEngine, "silent-engine"), (.noEngine(reason: nil), "no-engine"),
      (.noEngine(reason: "b"), "no-engine"), (.oldProcessor(lacks: "AVX2"), "old-processor"),
      (.otherProcessor(lacks: "AVX-512"), "other-processor"),
      (.store(.noSuchChat), "data-folder"), (.cancelled, "cancelled"),
    ] as [(ModelFault, String)])
  func `A model's fault is said in a sentence and has a code that stays the same`(fault: ModelFault, kind: String) {
    #expect(fault.kind == kind)
    #expect(fault.sentence.hasSuffix(".") && !fault.sentence.contains("..") && !fault.sentence.contains("( )"))
  }
}
