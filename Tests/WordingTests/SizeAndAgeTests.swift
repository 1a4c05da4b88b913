import Domain
import Testing
import Wording

@Suite struct SizeAndAgeTests {
  @Test(
    arguments: [
      (.min, "\(Int64.min) bytes"), (0, "0 bytes"), (1, "1 byte"), (2, "2 bytes"), (999, "999 bytes"),
      (1_000, "1.0 kB"),
      (1_250, "1.3 kB"), (999_949, "999.9 kB"), (999_950, "1.0 MB"), (2_000_000_000, "2.0 GB"),
      (.max, "9223372036.9 GB"),
    ] as [(Int64, String)])
  func `A size is written with one decimal, in powers of a thousand`(bytes: Int64, text: String) {
    #expect(ByteCount.text(bytes) == text)
  }

  @Test(arguments: [
    (0, "Just now"), (60, "1 minute ago"), (3_599, "59 minutes ago"), (3_600, "1 hour ago"), (10_800, "3 hours ago"),
    (172_800, "2 days ago"), (259_200, "3 days ago"),
  ])
  func `A backup's age is said in words`(seconds: Int, words: String) {
    #expect(BackupText.age(.seconds(seconds)) == words)
    #expect(BackupText.age(.seconds(-seconds - 60)) == nil)
  }

  @Test(arguments: [
    (0, "0 %"), (0.399, "39 %"), (1, "100 %"), (1.5, "100 %"), (-3, "0 %"), (.infinity, "100 %"), (-.infinity, "0 %"),
    (.nan, "0 %"), (1e300, "100 %"),
  ])
  func `A part is written in percent, whatever number it is`(part: Double, text: String) {
    #expect(PercentText.of(part) == text)
  }
}
