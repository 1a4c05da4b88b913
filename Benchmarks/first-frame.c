/* Runs a command and prints how long it took to its window's first real frame, and what memory it then holds.
 *
 *   first-frame COMMAND [ARG...]     prints: FIRST_FRAME_MS RSS_KB PSS_KB
 *
 * The first damage of a new top-level window is its background as it is mapped, the second is the first frame that
 * was painted; that is the one that counts. Memory is read 0.7 s later. The command is then ended. */
#include <X11/Xlib.h>
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

int main(int argc, char **argv) {
  if (argc < 2) return fprintf(stderr, "first-frame: which command?\n"), 2;
  Display *display = XOpenDisplay(NULL);
  int event_base, error_base;
  if (!display || !XDamageQueryExtension(display, &event_base, &error_base))
    return fprintf(stderr, "first-frame: no display with XDamage\n"), 1;
  XSetErrorHandler(ignore_errors);
  Window root = DefaultRootWindow(display);
  XSelectInput(display, root, SubstructureNotifyMask);
  XSync(display, False);

  double start = now_ms();
  pid_t child = fork();
  if (child == 0) {
    execvp(argv[1], argv + 1);
    _exit(127);
  }
  Window watched[64];
  int damages[64] = {0}, count = 0;
  double first = -1;
  while (first < 0 && now_ms() - start < 60000) {
    while (first < 0 && XPending(display)) {
      XEvent event;
      XNextEvent(display, &event);
      if (event.type == CreateNotify && count < 64 && event.xcreatewindow.width > 200) {
        watched[count++] = event.xcreatewindow.window;
        XDamageCreate(display, event.xcreatewindow.window, XDamageReportRawRectangles);
      } else if (event.type == event_base + XDamageNotify) {
        XDamageNotifyEvent *damage = (XDamageNotifyEvent *)&event;
        for (int i = 0; i < count; i++)
          if (watched[i] == damage->drawable && ++damages[i] == 2) first = now_ms() - start;
      }
    }
    struct pollfd fd = {ConnectionNumber(display), POLLIN, 0};
    if (first < 0) poll(&fd, 1, 100);
  }
  usleep(700000);
  printf("%.1f %ld %ld\n", first, memory_kb(child, "Rss:"), memory_kb(child, "Pss:"));
  kill(child, SIGTERM);
  for (int i = 0; i < 50; i++) {
    if (waitpid(child, NULL, WNOHANG) == child) return first < 0;
    usleep(100000);
  }
  kill(child, SIGKILL);
  waitpid(child, NULL, 0);
  return first < 0;
}
