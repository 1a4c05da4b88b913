/* Sotto is written to the libraries of Debian 12, and builds on newer ones from the same source. What they deprecated
   since is no warning here (warnings are errors), and what they added is one, so that Debian 13 does not let through
   what Debian 12 cannot build. To be raised, and the newer widgets taken, when Debian 12 is left behind. */
#define GLIB_VERSION_MIN_REQUIRED GLIB_VERSION_2_74
#define GLIB_VERSION_MAX_ALLOWED GLIB_VERSION_2_74
#define GDK_VERSION_MIN_REQUIRED GDK_VERSION_4_8
#define GDK_VERSION_MAX_ALLOWED GDK_VERSION_4_8
#define ADW_VERSION_MIN_REQUIRED ADW_VERSION_1_2
#define ADW_VERSION_MAX_ALLOWED ADW_VERSION_1_2

#include <adwaita.h>
#include <glib-unix.h>
#include <malloc.h>
#include <sys/eventfd.h>

/* libdispatch's two hooks for a foreign run loop: the main actor's jobs wait in its main queue. */
int _dispatch_get_main_queue_handle_4CF(void);
void _dispatch_main_queue_callback_4CF(void *unused);
