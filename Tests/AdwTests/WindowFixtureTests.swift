import Testing
import WindowSupport

/// All tests of this module: they share GTK, so one runs at a time.
@Suite(.serialized, .enabled("There is no display to open windows on.") { await WindowFixture.isThere })
enum WindowFixtureTests {}
