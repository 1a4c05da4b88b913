import CAdw

/// One to ten pictures close together, as a message shows them. Its size depends only on how many they are, never on
/// what they show, so nothing moves when the pictures themselves come later.
package struct PictureGrid: Widget {
  package let handle: Handle

  /// Lays tiles out in `width` pixels, or less where there is less room. A tile alone has the size of `single`; two
  /// stand side by side; more stand in two columns, five and more in three. A tile fills its place, whatever it asks
  /// for: a `Picture` that fits with `.cover`, or a button around one. Round corners come from the style class
  /// `picture-grid`.
  package init(
    width: Int = 240, gap: Int = 3, single: (width: Int, height: Int)? = nil, @Children _ tiles: () -> [any Widget]
  ) {
    handle = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    let tiles = tiles()
    let plan = GridPlan(count: tiles.count, width: width, gap: gap, single: single)
    attach(plan, as: GridPlan.key)
    gtk_widget_set_layout_manager(widget, gtk_custom_layout_new(gridRequestMode, gridMeasure, gridAllocate))
    for tile in tiles { gtk_box_append(^self, tile.widget) }
    styled("picture-grid").clipped()
  }

  /// The size it asks for.
  package var size: (width: Int, height: Int) {
    attached(GridPlan.self, as: GridPlan.key).map { ($0.width, $0.height) } ?? (0, 0)
  }
}

/// Where the tiles of one grid lie.
private final class GridPlan {
  static let key = "adw-picture-grid"

  let width: Int
  let height: Int
  /// Each tile's place in the whole width.
  private let frames: [Rectangle]

  init(count: Int, width: Int, gap: Int, single: (width: Int, height: Int)?) {
    if count == 1, let single {
      let shrink = min(1, Double(width) / Double(max(single.width, single.height, 1)))
      self.width = max(Int((Double(single.width) * shrink).rounded()), 1)
      height = max(Int((Double(single.height) * shrink).rounded()), 1)
      frames = [Rectangle(x: 0, y: 0, width: Double(self.width), height: Double(height))]
      return
    }
    self.width = width
    let columns = count < 2 ? 1 : count < 5 ? 2 : 3
    let side = (width - gap * (columns - 1)) / columns
    var frames: [Rectangle] = []
    var y = 0
    for tiles in Self.rows(of: count, columns: columns) {
      for index in 0..<tiles {
        // The last ends at the edge, so that no pixel is left over.
        let left = index * (width + gap) / tiles
        let right = (index + 1) * (width + gap) / tiles - gap
        frames.append(Rectangle(x: Double(left), y: Double(y), width: Double(right - left), height: Double(side)))
      }
      y += side + gap
    }
    self.frames = frames
    height = max(y - gap, 0)
  }

  /// How many tiles stand in each row. A row that is not full shares its width; none of three has a tile alone.
  private static func rows(of count: Int, columns: Int) -> [Int] {
    var rows = Array(repeating: columns, count: count / columns)
    let rest = count % columns
    guard rest > 0 else { return rows }
    rows.append(rest)
    if rest == 1, columns == 3, rows.count > 1 {
      rows[rows.count - 2] = 2
      rows[rows.count - 1] = 2
    }
    return rows
  }

  static func of(_ raw: UnsafeMutableRawPointer) -> (AnyWidget, GridPlan?) {
    let grid = AnyWidget(raw.assumingMemoryBound(to: GtkWidget.self))
    return (grid, grid.attached(GridPlan.self, as: key))
  }

  func height(for width: Int) -> Int {
    width >= self.width || width < 0 ? height : (height * width + self.width / 2) / max(self.width, 1)
  }

  func allocate(_ grid: AnyWidget, width: Int) {
    let scale = min(1, Double(width) / Double(self.width))
    let isMirrored = grid.isRightToLeft
    let tiles = grid.children.filter { Bool(gtk_widget_should_layout($0.widget)) }
    for (tile, frame) in zip(tiles, frames) {
      let left = ((isMirrored ? Double(self.width) - frame.right : frame.x) * scale).rounded()
      let right = ((isMirrored ? Double(self.width) - frame.x : frame.right) * scale).rounded()
      let top = (frame.y * scale).rounded()
      let bottom = (frame.bottom * scale).rounded()
      // GTK warns of a widget that was never asked for its size.
      gtk_widget_measure(tile.widget, GTK_ORIENTATION_HORIZONTAL, -1, nil, nil, nil, nil)
      var room = GtkAllocation(x: gint(left), y: gint(top), width: gint(right - left), height: gint(bottom - top))
      gtk_widget_size_allocate(tile.widget, &room, -1)
    }
  }
}

private let gridRequestMode: GtkCustomRequestModeFunc = { _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH }

private let gridMeasure: GtkCustomMeasureFunc = { widget, orientation, size, minimum, natural, _, _ in
  nonisolated(unsafe) let raw = UnsafeMutableRawPointer(widget!)
  let (least, wished) = MainActor.assumeIsolated { () -> (Int, Int) in
    guard let plan = GridPlan.of(raw).1 else { return (0, 0) }
    guard orientation == GTK_ORIENTATION_VERTICAL else { return (min(plan.width, 48), plan.width) }
    let height = plan.height(for: Int(size))
    return (height, height)
  }
  minimum?.pointee = gint(least)
  natural?.pointee = gint(wished)
}

private let gridAllocate: GtkCustomAllocateFunc = { widget, width, _, _ in
  nonisolated(unsafe) let raw = UnsafeMutableRawPointer(widget!)
  MainActor.assumeIsolated {
    let (grid, plan) = GridPlan.of(raw)
    plan?.allocate(grid, width: Int(width))
  }
}
