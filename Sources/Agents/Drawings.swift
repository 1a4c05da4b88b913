public import Domain

/// The drawings that come with the app, as SVG.
public enum Drawings {
  /// In the order in which they were drawn. Names are kept in databases: add, never rename.
  public static let all = [
    Drawing(
      name: "harbour", alternative: "Drawing of a harbour at dusk: two sailing boats, a lighthouse, the sun half set"),
    Drawing(name: "mountains", alternative: "Drawing of a walker on a trail that winds towards a snowy mountain"),
    Drawing(name: "desk", alternative: "Drawing of a desk from above: an open notebook, a pencil and a cup of tea"),
    Drawing(
      name: "rain",
      alternative: "Drawing of a city street in the rain: someone with a yellow umbrella before a lit shop"),
    Drawing(
      name: "garden", alternative: "Drawing of a garden at night: tulips, fireflies, and the Plough above a bench"),
  ]

  /// The drawing of that name; nil where none is built in.
  public static func named(_ name: String) -> Drawing? {
    all.first { $0.name == name }
  }

  /// The drawing's file, UTF-8; nil for a name that this version does not have.
  public static func svg(named name: String) -> [UInt8]? {
    switch name {
    case "harbour": PackageResources.harbour_svg
    case "mountains": PackageResources.mountains_svg
    case "desk": PackageResources.desk_svg
    case "rain": PackageResources.rain_svg
    case "garden": PackageResources.garden_svg
    default: nil
    }
  }
}

/// One drawing that comes with the app.
public struct Drawing: Hashable, Sendable {
  /// Kept in the database.
  public let name: String
  /// Size in pixels at which it is drawn; it scales.
  public let width = 480
  /// Of the drawing, in pixels.
  public let height = 320
  /// What it shows, for screen readers and the terminal.
  public let alternative: String

  /// The drawing as a message carries it.
  public var attachment: Attachment {
    Attachment(content: .drawing(name), width: width, height: height, alternative: alternative)
  }
}
