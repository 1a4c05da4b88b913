import Adw
import Domain
import Localization
import ViewModels

/// Whether the desktop tells of replies, and how much.
enum NotificationPreferences {
  static func group(_ model: LibraryModel) -> PreferencesWindow.Group {
    let settings = model.settings
    let shows = SwitchRow(
      title: localized("Notify of replies"), isOn: settings.notifies)
    shows.subtitle = localized("When the chat is not visible")
    let text = SwitchRow(title: localized("Show what the message says"), isOn: settings.notificationsShowText)
    text.subtitle = localized("Otherwise only the chat's title")
    shows.onChange { isOn in settings.change { $0.notifies = isOn } }
    text.onChange { isOn in settings.change { $0.notificationsShowText = isOn } }
    text.observe { $0.isEnabled = model.settings.notifies }
    return .init(title: localized("Notifications"), rows: [shows, text])
  }
}
