import FoundationEssentials
import GtkFace
import TestSupport
import Testing

extension FaceStories {
  /// What the window looked like, in the folder of a library.
  @Suite struct WindowMemoryStories {
    @Test func `What is to be kept last is on the disk, and what a cut write has left is gone`() async throws {
      let folder = newTemporaryFolder("sotto-window")
      defer { try? FileManager.default.removeItem(atPath: folder) }
      try Data("width=1".utf8).write(to: URL(filePath: folder + "/window-gtk.new"))
      let memory = WindowMemory(in: folder)
      #expect(memory.state == WindowState())
      var state = WindowState()
      for width in 500..<520 {
        state.width = width
        memory.keep(state)
      }
      state.isMaximized = true
      memory.keep(state)
      #expect(memory.state == state)
      await memory.settle()
      #expect(WindowState(in: folder) == state)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["window-gtk"])
    }

    @Test func `A size that the disk does not take leaves the one of before`() async throws {
      let folder = newTemporaryFolder("sotto-window")
      defer { try? FileManager.default.removeItem(atPath: folder) }
      try FileManager.default.createDirectory(atPath: folder + "/window-gtk", withIntermediateDirectories: false)
      let memory = WindowMemory(in: folder)
      var state = WindowState()
      state.width = 500
      memory.keep(state)
      await memory.settle()
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["window-gtk"])
    }
  }
}
