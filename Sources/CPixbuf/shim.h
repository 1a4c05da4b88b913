// The door to gdk-pixbuf and lcms2, and to the kernel's locks for the process that reads pictures. Here stands only what
// Swift cannot import by itself: casts in macros, variadic functions, and calls whose types are deprecated.
#pragma once
#define GLIB_DISABLE_DEPRECATION_WARNINGS
#include <gdk-pixbuf/gdk-pixbuf.h>
#include <lcms2.h>
#include <linux/capability.h>
#include <linux/sched.h>
#include <malloc.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/// Calls `told` with the loader, the size that it read, and `context`, before it decodes.
static inline void sotto_loader_on_size(GdkPixbufLoader *loader, void (*told)(GdkPixbufLoader *, int, int, void *),
                                        void *context) {
  g_signal_connect_data(loader, "size-prepared", G_CALLBACK(told), context, NULL, (GConnectFlags)0);
}

/// The first step of a picture that moves, at its time 0.
static inline GdkPixbufAnimationIter *sotto_animation_start(GdkPixbufAnimation *animation) {
  GTimeVal zero = {0, 0};
  return gdk_pixbuf_animation_get_iter(animation, &zero);
}

/// Goes on to the step that is shown at this time.
static inline gboolean sotto_animation_advance(GdkPixbufAnimationIter *iter, gint64 milliseconds) {
  GTimeVal time = {(glong)(milliseconds / 1000), (glong)(milliseconds % 1000 * 1000)};
  return gdk_pixbuf_animation_iter_advance(iter, &time);
}

static inline cmsUInt32Number sotto_type_rgb_8(void) { return TYPE_RGB_8; }
static inline cmsUInt32Number sotto_type_rgba_8(void) { return TYPE_RGBA_8; }
static inline cmsUInt32Number sotto_flag_copy_alpha(void) { return cmsFLAGS_COPY_ALPHA; }

/// This process and its children never gain rights by starting a program.
static inline int sotto_no_new_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }

/// No core file, and no other process of the user looks into this one.
static inline int sotto_not_dumpable(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

/// Moves this process, while it has one thread, to a network of its own in which there is nothing.
static inline long sotto_leave_network(void) { return syscall(SYS_unshare, CLONE_NEWUSER | CLONE_NEWNET | CLONE_NEWIPC); }

/// Gives up all capabilities, also those that a user namespace brought.
static inline long sotto_drop_capabilities(void) {
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct none[2] = {{0, 0, 0}, {0, 0, 0}};
  return syscall(SYS_capset, &header, none);
}

/// Closes what the app may have left open, but for the standard streams.
static inline long sotto_close_others(void) { return syscall(SYS_close_range, 3, ~0U, 0); }
