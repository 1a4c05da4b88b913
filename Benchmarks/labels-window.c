/* What GTK itself brings for long texts: a list with a label for each. A plain floor under a conversation, without Markdown.
 *
 *   labels-window COUNT FILE     shows the file's text so many times, scrolled to the end */
#include <adwaita.h>

static int count;
static char *text;

static gboolean to_end(gpointer scrolled) {
  GtkAdjustment *place = gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(scrolled));
  gtk_adjustment_set_value(place, gtk_adjustment_get_upper(place));
  return G_SOURCE_REMOVE;
}

static void activate(GtkApplication *app, gpointer unused) {
  (void)unused;
  GtkWidget *window = adw_application_window_new(app), *list = gtk_list_box_new(), *scrolled = gtk_scrolled_window_new();
  for (int i = 0; i < count; i++) {
    char *words = g_strdup_printf("%d %s", i, text);
    GtkWidget *label = gtk_label_new(words);
    g_free(words);
    gtk_label_set_wrap(GTK_LABEL(label), TRUE);
    gtk_label_set_selectable(GTK_LABEL(label), TRUE);
    gtk_label_set_xalign(GTK_LABEL(label), 0);
    gtk_label_set_max_width_chars(GTK_LABEL(label), 75);
    gtk_list_box_append(GTK_LIST_BOX(list), label);
  }
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), list);
  adw_application_window_set_content(ADW_APPLICATION_WINDOW(window), scrolled);
  gtk_window_set_default_size(GTK_WINDOW(window), 1000, 700);
  gtk_window_present(GTK_WINDOW(window));
  g_timeout_add(300, to_end, scrolled);
}

int main(int argc, char **argv) {
  if (argc != 3) return g_printerr("labels-window: how many, and which file?\n"), 2;
  count = atoi(argv[1]);
  if (!g_file_get_contents(argv[2], &text, NULL, NULL)) return g_printerr("labels-window: %s cannot be read\n", argv[2]), 1;
  AdwApplication *app = adw_application_new("org.example.LabelsWindow", G_APPLICATION_NON_UNIQUE);
  g_signal_connect(app, "activate", G_CALLBACK(activate), NULL);
  return g_application_run(G_APPLICATION(app), 1, argv);
}
