import CAdw

extension Picture {
  /// Shows the picture this large, whatever its own size, and smaller, in the same shape, where there is less room.
  @discardableResult
  package func sized(width: Int, height: Int) -> Self {
    attach(PictureSize(width: max(width, 1), height: max(height, 1)), as: PictureSize.key)
    gtk_widget_set_layout_manager(widget, gtk_custom_layout_new(pictureRequestMode, pictureMeasure, pictureAllocate))
    return self
  }
}

/// The size at which one picture is shown.
private final class PictureSize {
  static let key = "adw-picture-size"
  let width: Int
  let height: Int

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

private let pictureRequestMode: GtkCustomRequestModeFunc = { _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH }

private let pictureMeasure: GtkCustomMeasureFunc = { widget, orientation, size, minimum, natural, _, _ in
  nonisolated(unsafe) let widget = widget!
  let (least, wished) = MainActor.assumeIsolated { () -> (Int, Int) in
    guard let shape = AnyWidget(widget).attached(PictureSize.self, as: PictureSize.key) else { return (0, 0) }
    guard orientation == GTK_ORIENTATION_VERTICAL else { return (min(shape.width, 48), shape.width) }
    let width = size < 0 ? shape.width : min(Int(size), shape.width)
    let height = (shape.height * width + shape.width / 2) / shape.width
    return (height, height)
  }
  minimum?.pointee = gint(least)
  natural?.pointee = gint(wished)
}

/// A picture has no children to place.
private let pictureAllocate: GtkCustomAllocateFunc = { _, _, _, _ in }
