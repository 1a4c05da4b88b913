/* What GTK tells tests alone of its widgets: the names and states that screen readers get. Its own functions take lists of
   arguments of any length, which Swift does not call. The texts are the caller's to free. */
#pragma once
#include <adwaita.h>

/* A text that no name is: what differs from it is told as it is. */
#define SOTTO_NO_NAME "\x01"

/* NULL where it was never set. */
static inline char *sotto_accessible_property(void *widget, GtkAccessibleProperty property) {
  if (!gtk_test_accessible_has_property(widget, property)) return NULL;
  return gtk_test_accessible_check_property(widget, property, SOTTO_NO_NAME);
}

/* Those that it points to, as GTK writes them: "GtkLabel<0x…>, …". */
static inline char *sotto_accessible_relation(void *widget, GtkAccessibleRelation relation) {
  if (!gtk_test_accessible_has_relation(widget, relation)) return NULL;
  return gtk_test_accessible_check_relation(widget, relation, NULL, NULL);
}

static inline gboolean sotto_accessible_state(void *widget, GtkAccessibleState state) {
  char *other = gtk_test_accessible_check_state(widget, state, TRUE);
  g_free(other);
  return other == NULL;
}

static inline void sotto_click(void *button) { g_signal_emit_by_name(button, "clicked"); }

/* The window's number on the X display. */
extern unsigned long gdk_x11_surface_get_xid(GdkSurface *surface);
