/* What the programs share that look at a window from outside: its pictures, and the memory of its process. */
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/extensions/Xdamage.h>
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static inline double now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

static inline long memory_kb(pid_t pid, const char *key) {
  char path[64], line[256];
  snprintf(path, sizeof path, "/proc/%d/smaps_rollup", (int)pid);
  FILE *file = fopen(path, "r");
  long kb = -1;
  while (file && fgets(line, sizeof line, file))
    if (!strncmp(line, key, strlen(key))) sscanf(line + strlen(key), " %ld", &kb);
  if (file) fclose(file);
  return kb;
}

/* What all threads of a process have used of the processors. */
static inline double cpu_ms(pid_t pid) {
  char path[300];
  snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
  double sum = 0;
  DIR *folder = opendir(path);
  for (struct dirent *entry; folder && (entry = readdir(folder));) {
    if (entry->d_name[0] == '.') continue; /* task/../schedstat is the first thread's, once more */
    snprintf(path, sizeof path, "/proc/%d/task/%s/schedstat", (int)pid, entry->d_name);
    FILE *file = fopen(path, "r");
    double nanoseconds = 0;
    if (file && fscanf(file, "%lf", &nanoseconds) == 1) sum += nanoseconds / 1e6;
    if (file) fclose(file);
  }
  if (folder) closedir(folder);
  return sum;
}

static inline int ignore_errors(Display *d, XErrorEvent *e) { (void)d; (void)e; return 0; }

/* What a window showed at a time: every third pixel of every third line. */
struct picture {
  double at, cpu;
  int width, height;
  unsigned long *pixels;
};

static inline struct picture picture_of(Display *display, Window window, double at) {
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

static inline int looks_like(const struct picture *a, const struct picture *b) {
  if (!a->pixels || a->width != b->width || a->height != b->height) return 0;
  long count = (long)a->width * a->height, different = 0;
  for (long i = 0; i < count; i++) different += a->pixels[i] != b->pixels[i];
  return different * 100 <= count;
}

/* Toolkits also make windows that nobody sees. */
static inline int is_a_window_to_look_at(Display *display, Window window) {
  XWindowAttributes attributes;
  return XGetWindowAttributes(display, window, &attributes) && attributes.map_state == IsViewable &&
         attributes.width > 200;
}

/* A display whose windows' errors are nobody's, for they may go at any time. */
static inline Display *display_with_damage(int *event_base) {
  int error_base;
  Display *display = XOpenDisplay(NULL);
  if (!display || !XDamageQueryExtension(display, event_base, &error_base)) {
    fprintf(stderr, "no display with XDamage\n");
    exit(1);
  }
  XSetErrorHandler(ignore_errors);
  XSelectInput(display, DefaultRootWindow(display), SubstructureNotifyMask);
  XSync(display, False);
  return display;
}

/* The window of the command, once it is there. */
static inline Window window_of(Display *display) {
  for (double end = now_ms() + 20000; now_ms() < end; usleep(50000)) {
    Window root, parent, *children = NULL, found = None;
    unsigned number = 0;
    XQueryTree(display, DefaultRootWindow(display), &root, &parent, &children, &number);
    for (unsigned i = 0; i < number && found == None; i++)
      if (is_a_window_to_look_at(display, children[i])) found = children[i];
    if (children) XFree(children);
    if (found != None) return found;
  }
  return None;
}

/* Where the pointer rests on something a tooltip opens. */
static inline void move_pointer_away(Display *display) {
  int screen = DefaultScreen(display);
  XWarpPointer(
      display, None, DefaultRootWindow(display), 0, 0, 0, 0, DisplayWidth(display, screen) - 1,
      DisplayHeight(display, screen) - 1);
  XSync(display, False);
}

/* Asks a child to end and waits for ten seconds. One that does not is killed; then it is said and 1 returned, else 0. */
static inline int end_process(pid_t pid, const char *program, const char *name) {
  kill(pid, SIGTERM);
  for (int i = 0; i < 100; i++) {
    if (waitpid(pid, NULL, WNOHANG) == pid) return 0;
    usleep(100000);
  }
  fprintf(stderr, "%s: %s did not end when asked to\n", program, name);
  kill(pid, SIGKILL);
  waitpid(pid, NULL, 0);
  return 1;
}
