import Adw
import ViewModels

enum CameraDialog { static func open(into: ThreadModel, house: HouseModel, over: Window?) {} }
enum Launcher { static func open(path: String, over: Window?) async -> String? { nil } }
