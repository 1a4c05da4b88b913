/* The floor: a blank libadwaita window, as small as it can be written. */
#include <adwaita.h>

static void activate(GtkApplication *app, gpointer unused) {
  (void)unused;
  GtkWidget *window = adw_application_window_new(app);
  gtk_window_set_default_size(GTK_WINDOW(window), 1000, 700);
  gtk_window_present(GTK_WINDOW(window));
}

int main(int argc, char **argv) {
  AdwApplication *app = adw_application_new("org.example.BlankWindow", G_APPLICATION_NON_UNIQUE);
  g_signal_connect(app, "activate", G_CALLBACK(activate), NULL);
  return g_application_run(G_APPLICATION(app), argc, argv);
}
