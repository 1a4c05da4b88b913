import GtkFace

// The window. `sotto-gtk [--home DIR]`; the program `sotto` is the command line of the same library.
Program.run(CommandLine.arguments.dropFirst())
