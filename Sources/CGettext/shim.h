// gettext, which Swift's view of the C library leaves out.
#pragma once
#if __has_include(<libintl.h>)
#include <libintl.h>
#endif
