/// Opens the list of agents of the open chat and takes one, by keys alone.
func choose(_ name: String, in app: RunningApp) throws {
  try app.key("ctrl+m")
  try app.tab(to: name) { $0.role == "button" && $0.name == name }
  try app.key("Return")
}
