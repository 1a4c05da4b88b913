/* Runs a command and prints how long it took until its window looked as it should, and what memory it then holds.
 *
 *   first-frame COMMAND [ARG...]     prints: FIRST_FRAME_MS RSS_KB PSS_KB FRAMES
 *
 * A toolkit may paint an empty window first and fill it later, so the first thing painted proves nothing. Each picture
 * that the window shows is kept, until a second and a half after the first; the last one is what the user sees. The
 * frame that counts is the first from which on no more than one pixel in a hundred differs from that (the cursor may
 * blink). FRAMES says how many pictures came before it. Memory is read at the end. The command is then asked to end. */
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/extensions/Xdamage.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

static long memory_kb(pid_t pid, const char *key) {
  char path[64], line[256];
  snprintf(path, sizeof path, "/proc/%d/smaps_rollup", (int)pid);
  FILE *file = fopen(path, "r");
  long kb = -1;
  while (file && fgets(line, sizeof line, file))
    if (!strncmp(line, key, strlen(key))) sscanf(line + strlen(key), " %ld", &kb);
  if (file) fclose(file);
  return kb;
}

static int ignore_errors(Display *d, XErrorEvent *e) { (void)d; (void)e; return 0; }

/* What a window showed at a time: every third pixel of every third line. */
struct picture {
  double at;
  int width, height;
  unsigned long *pixels;
};

static struct picture picture_of(Display *display, Window window, double at) {
  struct picture picture = {.at = at};
  XWindowAttributes attributes;
  if (!XGetWindowAttributes(display, window, &attributes) || attributes.map_state != IsViewable) return picture;
  XImage *image = XGetImage(display, window, 0, 0, attributes.width, attributes.height, AllPlanes, ZPixmap);
  if (!image) return picture;
  picture.width = attributes.width / 3;
  picture.height = attributes.height / 3;
  picture.pixels = malloc(sizeof(unsigned long) * picture.width * picture.height);
  for (int y = 0; y < picture.height; y++)
    for (int x = 0; x < picture.width; x++)
      picture.pixels[y * picture.width + x] = XGetPixel(image, x * 3, y * 3) & 0xffffff;
  XDestroyImage(image);
  return picture;
}

static int looks_like(const struct picture *a, const struct picture *b) {
  if (!a->pixels || a->width != b->width || a->height != b->height) return 0;
  long count = (long)a->width * a->height, different = 0;
  for (long i = 0; i < count; i++) different += a->pixels[i] != b->pixels[i];
  return different * 100 <= count;
}

/* Toolkits also make windows that nobody sees. */
static int is_a_window_to_look_at(Display *display, Window window) {
  XWindowAttributes attributes;
  return XGetWindowAttributes(display, window, &attributes) && attributes.map_state == IsViewable &&
         attributes.width > 200;
}

enum { MOST = 400 };

int main(int argc, char **argv) {
  if (argc < 2) return fprintf(stderr, "first-frame: which command?\n"), 2;
  Display *display = XOpenDisplay(NULL);
  int event_base, error_base;
  if (!display || !XDamageQueryExtension(display, &event_base, &error_base))
    return fprintf(stderr, "first-frame: no display with XDamage\n"), 1;
  XSetErrorHandler(ignore_errors);
  XSelectInput(display, DefaultRootWindow(display), SubstructureNotifyMask);
  XSync(display, False);

  double start = now_ms();
  pid_t child = fork();
  if (child == 0) {
    execvp(argv[1], argv + 1);
    _exit(127);
  }
  static struct picture pictures[MOST];
  int windows = 0, count = 0;
  Window shown = None;
  double end = 15000; /* from the start */
  while (now_ms() - start < end) {
    int is_changed = 0;
    while (XPending(display)) {
      XEvent event;
      XNextEvent(display, &event);
      if (event.type == CreateNotify && windows < 64 && !event.xcreatewindow.override_redirect) {
        windows++;
        XDamageCreate(display, event.xcreatewindow.window, XDamageReportRawRectangles);
      } else if (event.type == event_base + XDamageNotify) {
        Drawable drawable = ((XDamageNotifyEvent *)&event)->drawable;
        if (shown == None && is_a_window_to_look_at(display, drawable)) shown = drawable;
        is_changed |= drawable == shown;
      }
    }
    if (is_changed && count < MOST) {
      struct picture next = picture_of(display, shown, now_ms() - start);
      if (next.pixels) {
        if (count == 0) end = next.at + 1500;
        pictures[count++] = next;
      }
    }
    struct pollfd fd = {ConnectionNumber(display), POLLIN, 0};
    if (!XPending(display)) poll(&fd, 1, 20);
  }
  int first = count - 1;
  while (first > 0 && looks_like(&pictures[first - 1], &pictures[count - 1])) first--;
  if (count > 0)
    printf("%.1f %ld %ld %d\n", pictures[first].at, memory_kb(child, "Rss:"), memory_kb(child, "Pss:"), first);
  else
    fprintf(stderr, "first-frame: %s showed no window\n", argv[1]);
  kill(child, SIGTERM);
  for (int i = 0; i < 100; i++) {
    if (waitpid(child, NULL, WNOHANG) == child) return count == 0;
    usleep(100000);
  }
  fprintf(stderr, "first-frame: %s did not end when asked to\n", argv[1]);
  kill(child, SIGKILL);
  waitpid(child, NULL, 0);
  return 1;
}
