/* First the door to GTK: GLib's types must come through one of the two only. */
#include "../CAdw/shim.h"
#include <gst/gst.h>
#include <gst/app/gstappsink.h>
