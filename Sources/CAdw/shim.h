#include <adwaita.h>
#include <glib-unix.h>
#include <malloc.h>
#include <sys/eventfd.h>

/* libdispatch's two hooks for a foreign run loop: the main actor's jobs wait in its main queue. */
int _dispatch_get_main_queue_handle_4CF(void);
void _dispatch_main_queue_callback_4CF(void *unused);

/* Variadic in C, so not importable as it is. */
static inline void sotto_text_buffer_create_tag(GtkTextBuffer *buffer, const char *name) {
  gtk_text_buffer_create_tag(buffer, name, NULL);
}
