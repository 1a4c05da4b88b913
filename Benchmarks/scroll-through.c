/* Opens a window, scrolls its conversation up to the first message, and prints what that cost.
 *
 *   scroll-through LIBRARY COMMAND [ARG...]     prints: OPENED SEEN RSS_BEFORE RSS_AFTER PSS_BEFORE PSS_AFTER SECONDS
 *
 * A picture is decoded from its file, so the files that are opened say which were decoded: OPENED is how many different
 * ones were before anything was scrolled, SEEN how many in all. Memory is in KB, when the window has come to rest. The
 * first message is in view when turning the wheel changes nothing any more. */
#include "window.h"

#include <dirent.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <sys/inotify.h>
#include <sys/wait.h>

enum { MOST = 100000 };
static uint64_t opened[MOST];
static int count;

static void remember(const char *name) {
  const char *ending = ".preview";
  size_t length = strlen(name);
  char start[17] = "";
  if (length < 64 || strcmp(name + length - strlen(ending), ending)) return;
  uint64_t key = strtoull(memcpy(start, name, 16), NULL, 16);
  for (int i = 0; i < count; i++)
    if (opened[i] == key) return;
  if (count < MOST) opened[count++] = key;
}

static void read_events(int watch) {
  static char buffer[1 << 16] __attribute__((aligned(8)));
  ssize_t length;
  while ((length = read(watch, buffer, sizeof buffer)) > 0)
    for (char *at = buffer; at < buffer + length;) {
      struct inotify_event *event = (struct inotify_event *)at;
      if (event->len) remember(event->name);
      at += sizeof *event + event->len;
    }
}

/* Watches each folder of the library's pictures; there are none where nobody sent one. */
static int watch_pictures(const char *library) {
  int watch = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  char path[PATH_MAX];
  snprintf(path, sizeof path, "%s/pictures", library);
  DIR *folder = opendir(path);
  for (struct dirent *entry; folder && (entry = readdir(folder));) {
    snprintf(path, sizeof path, "%s/pictures/%s", library, entry->d_name);
    if (entry->d_name[0] != '.') inotify_add_watch(watch, path, IN_OPEN);
  }
  if (folder) closedir(folder);
  return watch;
}

static void pass(int milliseconds, int watch) {
  for (double end = now_ms() + milliseconds; now_ms() < end;) {
    struct pollfd fd = {watch, POLLIN, 0};
    poll(&fd, 1, 20);
    read_events(watch);
  }
}

static void xdotool(char *const words[]) {
  pid_t child = fork();
  if (child == 0) {
    execvp("xdotool", words);
    _exit(127);
  }
  int status;
  if (waitpid(child, &status, 0) == child && status == 0) return;
  fprintf(stderr, "scroll-through: xdotool failed\n");
  exit(1);
}

/* Waits until nothing has changed for a while. */
static struct picture rest(Display *display, Window window, int watch) {
  struct picture last = picture_of(display, window, 0);
  for (int still = 0, tries = 0; still < 10 && tries < 300; tries++) {
    pass(100, watch);
    struct picture next = picture_of(display, window, 0);
    still = looks_like(&next, &last) ? still + 1 : 0;
    free(last.pixels);
    last = next;
  }
  return last;
}

int main(int argc, char **argv) {
  if (argc < 3) return fprintf(stderr, "scroll-through: which library and command?\n"), 2;
  int event_base;
  Display *display = display_with_damage(&event_base);
  int watch = watch_pictures(argv[1]);
  pid_t child = fork();
  if (child == 0) {
    execvp(argv[2], argv + 2);
    _exit(127);
  }
  Window window = window_of(display);
  struct picture last = rest(display, window, watch);
  if (!last.pixels) return fprintf(stderr, "scroll-through: %s showed no window\n", argv[2]), kill(child, SIGKILL), 1;
  int at_start = count;
  long rss = memory_kb(child, "Rss:"), pss = memory_kb(child, "Pss:");

  /* Into the conversation, which is on the right of the list. */
  char x[16], y[16], id[32];
  snprintf(id, sizeof id, "%lu", window);
  snprintf(x, sizeof x, "%d", last.width * 3 * 2 / 3);
  snprintf(y, sizeof y, "%d", last.height * 3 / 2);
  xdotool((char *[]){"xdotool", "mousemove", "--window", id, x, y, NULL});
  double begin = now_ms();
  for (int still = 0; still < 40 && now_ms() - begin < 600000;) {
    /* About as much as is in view, and time to look at it. */
    xdotool((char *[]){"xdotool", "click", "--repeat", "8", "--delay", "4", "4", NULL});
    pass(60, watch);
    struct picture next = picture_of(display, window, 0);
    still = looks_like(&next, &last) ? still + 1 : 0;
    free(last.pixels);
    last = next;
  }
  double took = now_ms() - begin;
  rest(display, window, watch);
  printf(
      "%d %d %ld %ld %ld %ld %.0f\n", at_start, count, rss, memory_kb(child, "Rss:"), pss, memory_kb(child, "Pss:"),
      took / 1e3);
  return end_process(child, "scroll-through", argv[2]);
}
