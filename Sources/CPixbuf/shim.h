// The door to gdk-pixbuf and lcms2. Here stands only what Swift cannot import by itself: casts in macros, variadic
// functions, and calls whose types are deprecated.
#pragma once
#define GLIB_DISABLE_DEPRECATION_WARNINGS
#include <dlfcn.h>
#include <gdk-pixbuf/gdk-pixbuf.h>
#include <lcms2.h>
#include <malloc.h>
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

/// Keeps libheif's parts loaded, if libheif is: its loader for gdk-pixbuf lets them go after each picture, and from 1.19
/// on would load them again for the next one.
static inline void sotto_keep_heif(void) {
  struct {
    int code, subcode;
    const char *message;
  } (*init)(const void *);
  void *library = dlopen("libheif.so.1", RTLD_LAZY | RTLD_NOLOAD);
  if (library == NULL) return;
  *(void **)&init = dlsym(library, "heif_init");
  if (init != NULL) init(NULL);
}

static inline cmsUInt32Number sotto_type_rgb_8(void) { return TYPE_RGB_8; }
static inline cmsUInt32Number sotto_type_rgba_8(void) { return TYPE_RGBA_8; }
static inline cmsUInt32Number sotto_flag_copy_alpha(void) { return cmsFLAGS_COPY_ALPHA; }
