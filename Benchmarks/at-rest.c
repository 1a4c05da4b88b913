/* Opens a window, leaves it alone, and counts how often its process wakes.
 *
 *   at-rest SECONDS COMMAND [ARG...]     prints, twice: MOMENTS SWITCHES CPU_MS
 *
 * A thread that waits gives the processor up of its own will, and each wake-up ends with that. SWITCHES is the sum of the
 * voluntary context switches of all threads, and MOMENTS the number of tenths of a second in which there was any: what
 * is done at once, such as a frame with its questions to the display, is one moment and many switches. They are counted
 * over so many seconds with the keyboard in the window, then over as many with the keyboard elsewhere, and told per
 * minute. The count begins when the caret has stopped to blink, which is GTK's
 * and takes ten seconds after the last key; the pointer is moved away. */
#include "window.h"

#include <sys/wait.h>
#include <unistd.h>

/* Until the caret has stopped, seconds. */
enum { REST = 25 };

/* All threads of a process. */
static long switches(pid_t pid) {
  char path[300], line[256];
  snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
  long sum = 0;
  DIR *folder = opendir(path);
  for (struct dirent *entry; folder && (entry = readdir(folder));) {
    snprintf(path, sizeof path, "/proc/%d/task/%s/status", (int)pid, entry->d_name);
    FILE *file = fopen(path, "r");
    long number = 0;
    while (file && fgets(line, sizeof line, file))
      if (sscanf(line, "voluntary_ctxt_switches: %ld", &number) == 1) sum += number;
    if (file) fclose(file);
  }
  if (folder) closedir(folder);
  return sum;
}

static void count(pid_t pid, int seconds) {
  long first = switches(pid), before = first, moments = 0;
  double used = cpu_ms(pid);
  for (int i = 0; i < seconds * 10; i++) {
    usleep(100000);
    long now = switches(pid);
    moments += now != before;
    before = now;
  }
  double minutes = seconds / 60.0;
  printf("%.0f %.0f %.1f\n", moments / minutes, (before - first) / minutes, (cpu_ms(pid) - used) / minutes);
}

/* A small window of our own, to which the window manager gives the keyboard as to any new one. */
static void take_the_keyboard(Display *display) {
  Window window = XCreateSimpleWindow(display, DefaultRootWindow(display), 0, 0, 80, 60, 0, 0, 0);
  XMapWindow(display, window);
  XSync(display, False);
}

int main(int argc, char **argv) {
  if (argc < 3) return fprintf(stderr, "at-rest: how long, and which command?\n"), 2;
  int event_base, seconds = atoi(argv[1]);
  Display *display = display_with_damage(&event_base);
  move_pointer_away(display);
  pid_t child = fork();
  if (child == 0) {
    execvp(argv[2], argv + 2);
    _exit(127);
  }
  sleep(REST);
  count(child, seconds);
  take_the_keyboard(display);
  sleep(REST);
  count(child, seconds);
  if (waitpid(child, NULL, WNOHANG) != 0) return fprintf(stderr, "at-rest: %s has ended\n", argv[2]), 1;
  return end_process(child, "at-rest", argv[2]);
}
