import Domain
import Testing

struct ModelReferenceTests {
  @Test(arguments: [
    "bartowski/Llama-GGUF:a/Llama-Q4.gguf", " bartowski/Llama-GGUF/a/Llama-Q4.gguf\n",
    "https://huggingface.co/bartowski/Llama-GGUF/blob/main/a/Llama-Q4.gguf",
    "https://huggingface.co/bartowski/Llama-GGUF/resolve/main/a/Llama%2DQ4.gguf?download=true",
    "hf.co/bartowski/Llama-GGUF/a/Llama-Q4.gguf",
  ])
  func `A file of a repository is understood in many ways`(text: String) {
    let source = ModelSource.hub(repository: "bartowski/Llama-GGUF", revision: "main", file: "a/Llama-Q4.gguf")
    #expect(ModelReference(text) == .file(source))
    #expect(source.fileName == "Llama-Q4.gguf" && source.origin == "bartowski/Llama-GGUF")
  }

  @Test func `A repository alone is one to choose from`() {
    #expect(ModelReference("a/b") == .repository("a/b", revision: "main", part: nil))
    #expect(ModelReference("a/b:Q4_K_M") == .repository("a/b", revision: "main", part: "Q4_K_M"))
    #expect(ModelReference("https://hf.co/a/b/tree/v1.0") == .repository("a/b", revision: "v1.0", part: nil))
  }

  @Test func `Any other address is taken as it is`() {
    let source = ModelSource.web(address: "https://example.org/models/x.gguf?a=b")
    #expect(ModelReference("https://EXAMPLE.org/models/x.gguf?a=b") == .file(source))
    #expect(source.fileName == "x.gguf" && source.origin == "example.org")
  }

  @Test(arguments: [
    "", "llama", "http://example.org/x.gguf", "https://example.org", "https://me@example.org/x.gguf", "a/b:../x.gguf",
    "a/b/../../x.gguf", "../b:x.gguf", "a/b:x.bin", "file:///x.gguf", "a b/c",
    "https://huggingface.co/a/b/blob/main/x.bin",
  ])
  func `What names no model is not understood`(text: String) { #expect(ModelReference(text) == nil) }
}
