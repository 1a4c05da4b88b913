import CAdw

/// The pixels of one picture in several sizes, so that a frame never has to touch many more of them than the screen has:
/// without a graphics card GTK copies all pixels of a texture, and resamples them, in every frame.
@MainActor final class PictureLayers {
  /// The picture itself, and halves of it, each half as wide as the one before.
  private var levels: [PixelBuffer] = []
  /// What is seen just now, resampled for exactly this.
  private var exact: Exact?
  /// The part of a level that was drawn last.
  private var part: Part?
  private var making: Task<Void, Never>?
  private let onReady: () -> Void

  private struct Exact {
    let geometry: ViewportGeometry
    let factor: Int
    let area: Rectangle
    let texture: Texture
  }

  private struct Part {
    let level: Int
    let area: Rectangle
    let texture: Texture
  }

  /// Levels stop where a level is no larger than a small window.
  private static let smallest = 500_000
  /// Parts begin and end at multiples of this, so that small movements draw the same one.
  private static let grid = 256.0

  /// Begins with a picture; `onReady` is called whenever there is more or better to draw.
  init(_ texture: Texture, onReady: @escaping () -> Void) {
    self.onReady = onReady
    making = Task { [weak self] in
      var level = await texture.buffer()
      var found = [level]
      while level.width * level.height > Self.smallest, min(level.width, level.height) > 1 {
        level = await level.scaled(width: (level.width + 1) / 2, height: (level.height + 1) / 2)
        found.append(level)
      }
      guard !Task.isCancelled, let self else { return }
      levels = found
      onReady()
    }
  }

  isolated deinit { making?.cancel() }

  /// Whether there is anything to draw yet.
  var isReady: Bool { !levels.isEmpty }

  /// Draws what a viewport shows; `factor` is how many pixels of the screen a unit of the view has.
  func draw(_ geometry: ViewportGeometry, factor: Int, _ pen: Pen) {
    if let exact, exact.geometry == geometry, exact.factor == factor { return pen.draw(exact.texture, in: exact.area) }
    guard isReady else { return }
    // A quarter smaller and no more: from a third on, cairo resamples finely, and six times as long.
    let density = geometry.scale * Double(factor)
    let index = min(max(Int((-log2(density) - 0.3).rounded(.up)), 0), levels.count - 1)
    let level = levels[index]
    let frame = geometry.frame
    let seen = Self.intersection(frame, geometry)
    // In pixels of the level, outwards to the grid.
    let unit = Double(level.width) / frame.width
    let left = max(((seen.x - frame.x) * unit / Self.grid).rounded(.down) * Self.grid, 0)
    let top = max(((seen.y - frame.y) * unit / Self.grid).rounded(.down) * Self.grid, 0)
    let right = min(((seen.right - frame.x) * unit / Self.grid).rounded(.up) * Self.grid, Double(level.width))
    let bottom = min(((seen.bottom - frame.y) * unit / Self.grid).rounded(.up) * Self.grid, Double(level.height))
    guard right > left, bottom > top else { return }
    let area = Rectangle(x: left, y: top, width: right - left, height: bottom - top)
    if part?.level != index || part?.area != area {
      part = Part(
        level: index, area: area,
        texture: level.texture(x: Int(left), y: Int(top), width: Int(area.width), height: Int(area.height)))
    }
    guard let part else { return }
    let down = frame.height / Double(level.height)
    pen.draw(
      part.texture,
      in: Rectangle(
        x: frame.x + left / unit, y: frame.y + top * down, width: area.width / unit, height: area.height * down))
  }

  /// Makes what is seen as sharp as it can be, on another thread; for a view that rests.
  func sharpen(_ geometry: ViewportGeometry, factor: Int) async {
    let density = geometry.scale * Double(factor)
    guard isReady, density < 0.999, exact?.geometry != geometry || exact?.factor != factor else { return }
    let level = levels[min(max(Int((-log2(density)).rounded(.down)), 0), levels.count - 1)]
    let frame = geometry.frame
    let seen = Self.intersection(frame, geometry)
    // Whole pixels, or they would be resampled once more.
    let left = seen.x.rounded()
    let top = seen.y.rounded()
    let area = Rectangle(
      x: left, y: top, width: max(seen.right.rounded() - left, 1), height: max(seen.bottom.rounded() - top, 1))
    let across = Double(level.width) / frame.width
    let down = Double(level.height) / frame.height
    let part = Rectangle(
      x: (area.x - frame.x) * across, y: (area.y - frame.y) * down, width: area.width * across,
      height: area.height * down)
    let made = await level.scaled(part, width: Int(area.width) * factor, height: Int(area.height) * factor)
    guard !Task.isCancelled else { return }
    exact = Exact(geometry: geometry, factor: factor, area: area, texture: Texture(made))
    onReady()
  }

  private static func intersection(_ frame: Rectangle, _ geometry: ViewportGeometry) -> Rectangle {
    let x = max(frame.x, 0)
    let y = max(frame.y, 0)
    return Rectangle(
      x: x, y: y, width: min(frame.right, geometry.view.width) - x, height: min(frame.bottom, geometry.view.height) - y)
  }
}
