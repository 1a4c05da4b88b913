/* Opens a window, does things to it, and prints what its frames cost: the processor's time that the program's main thread
 * has used between the end of one and the end of the next, as GTK lays out and paints in that thread.
 *
 *   frames ACTION... -- COMMAND [ARG...]
 *
 * prints a line for the start and one for each action: PRIVATE_KB FRAMES P50_MS P95_MS MOST_MS MAIN_MS ALL_MS SECONDS.
 * PRIVATE_KB is what the process has for itself at the end of it; MAIN_MS and ALL_MS what the main thread and all
 * threads have used, SECONDS how long it took. An action is a shell command; $W in it is the window. The action `to-start`
 * turns the wheel over the conversation, a notch each 16 ms, until nothing moves any more; `scroll N` turns it N notches up; `rest` waits
 * until nothing changes. */
#include "window.h"

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST = 100000 };
static Display *display;
static int event_base;
static pid_t process;
static double frames[MOST];

/* What a thread has used of the processors, in ms. */
static double thread_ms(pid_t pid) {
  char path[64];
  double nanoseconds = 0;
  snprintf(path, sizeof path, "/proc/%d/task/%d/schedstat", (int)pid, (int)pid);
  FILE *file = fopen(path, "r");
  if (file && fscanf(file, "%lf", &nanoseconds) != 1) nanoseconds = 0;
  if (file) fclose(file);
  return nanoseconds / 1e6;
}

/* Whether the main thread waits for something: only then what it has used is counted to the end. */
static int is_asleep(pid_t pid) {
  char path[64], state = 'R';
  snprintf(path, sizeof path, "/proc/%d/task/%d/stat", (int)pid, (int)pid);
  FILE *file = fopen(path, "r");
  if (file && fscanf(file, "%*d (%*[^)]) %c", &state) != 1) state = 'R';
  if (file) fclose(file);
  return state != 'R';
}

static int was_painted(void) {
  int is_painted = 0;
  while (XPending(display)) {
    XEvent event;
    XNextEvent(display, &event);
    is_painted |= event.type == event_base + XDamageNotify;
  }
  return is_painted;
}

static int by_size(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static pid_t shell(const char *action) {
  pid_t child = fork();
  if (child == 0) {
    execlp("sh", "sh", "-c", action, NULL);
    _exit(127);
  }
  return child;
}

/* Frames until `child` has ended and nothing more is painted for a while; without one, for so many ms. */
static int watch(pid_t child, int count) {
  double last = thread_ms(process), end = 0;
  for (;;) {
    struct pollfd fd = {ConnectionNumber(display), POLLIN, 0};
    if (!XPending(display)) poll(&fd, 1, 20);
    if (was_painted()) {
      /* The rectangles of a frame come together; then the program goes back to sleep. */
      for (double until = now_ms() + 12; now_ms() < until; usleep(500)) {
        was_painted();
        if (is_asleep(process)) break;
      }
      double used = thread_ms(process);
      if (count < MOST) frames[count++] = used - last;
      last = used;
    }
    if (!end && waitpid(child, NULL, WNOHANG) == child) end = now_ms() + 100;
    if (end && now_ms() > end) return count;
  }
}

static int scroll(Window window, int notches, int is_to_start) {
  struct picture last = picture_of(display, window, 0);
  char words[200];
  snprintf(words, sizeof words, "exec xdotool mousemove --window $W %d %d", last.width * 2, last.height * 3 / 2);
  waitpid(shell(words), NULL, 0);
  usleep(600000); /* what the pointer is now over shows that */
  was_painted();
  int count = 0;
  for (int still = 0, done = 0; is_to_start ? still < 3 : done < notches; done += 40) {
    snprintf(words, sizeof words, "exec xdotool click --repeat %d --delay 16 4", is_to_start ? 40 : notches - done < 40 ? notches - done : 40);
    count = watch(shell(words), count);
    if (!is_to_start) continue;
    struct picture next = picture_of(display, window, 0);
    still = looks_like(&next, &last) ? still + 1 : 0;
    free(last.pixels);
    last = next;
  }
  free(last.pixels);
  return count;
}

/* Until the window has not changed for a second. */
static void rest(void) {
  for (double quiet = now_ms(), end = quiet + 30000; now_ms() - quiet < 1000 && now_ms() < end; usleep(20000))
    if (was_painted() || !is_asleep(process)) quiet = now_ms();
}

static void say(int count, double main_ms, double all_ms, double begin) {
  double seconds = (now_ms() - begin) / 1e3;
  main_ms = thread_ms(process) - main_ms;
  all_ms = cpu_ms(process) - all_ms;
  qsort(frames, count, sizeof *frames, by_size);
  printf(
      "%ld %d %.2f %.2f %.2f %.1f %.1f %.2f\n", memory_kb(process, "Private_Clean:") + memory_kb(process, "Private_Dirty:"),
      count, count ? frames[count / 2] : 0, count ? frames[(int)(count * 0.95)] : 0, count ? frames[count - 1] : 0, main_ms,
      all_ms, seconds);
  fflush(stdout);
}

int main(int argc, char **argv) {
  int command = 1;
  while (command < argc && strcmp(argv[command], "--")) command++;
  if (command + 1 >= argc) return fprintf(stderr, "frames: which command?\n"), 2;
  display = display_with_damage(&event_base);
  move_pointer_away(display);
  double begin = now_ms();
  process = fork();
  if (process == 0) {
    execvp(argv[command + 1], argv + command + 1);
    _exit(127);
  }
  Window window = window_of(display);
  if (window == None) return fprintf(stderr, "frames: no window\n"), kill(process, SIGKILL), 1;
  XDamageCreate(display, window, XDamageReportRawRectangles);
  char id[32];
  snprintf(id, sizeof id, "%lu", window);
  setenv("W", id, 1);
  usleep(500000);
  rest();
  say(0, 0, 0, begin);
  for (int i = 1; i < command; i++) {
    double main_ms = thread_ms(process), all_ms = cpu_ms(process);
    begin = now_ms();
    int notches = 0, count;
    if (!strcmp(argv[i], "rest")) rest(), count = 0;
    else if (!strcmp(argv[i], "to-start")) count = scroll(window, 0, 1);
    else if (sscanf(argv[i], "scroll %d", &notches) == 1) count = scroll(window, notches, 0);
    else count = watch(shell(argv[i]), 0);
    say(count, main_ms, all_ms, begin);
  }
  return end_process(process, "frames", argv[command + 1]);
}
