import Domain
import Pictures
import Testing

@Suite struct AddingTests {
  @Test func `a photo is kept at three sizes and shown again`() async throws {
    let desk = Desk()
    let file = try await desk.make("-size 3000x2000 plasma:red-blue", as: "Holiday.jpg")
    let attachment = try await desk.add(file)
    #expect(attachment.alternative == "Holiday")
    #expect(attachment.width == 2_048 && attachment.height == 1_365)
    let kept = try #require(desk.files[attachment])
    #expect(attachment.bytes == Int64(kept.whole.bytes.count))
    for size in PictureSize.allCases {
      let image = try await desk.keeper.image(of: attachment, size)
      #expect(max(image.width, image.height) == size.longSide)
    }
  }
}
