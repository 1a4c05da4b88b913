/* Opens a window and asks it again and again whether it is there, as a window manager does (_NET_WM_PING), while things
 * are done to it. A toolkit answers from its main loop, so the longest wait is how long the user got no answer.
 *
 *   answers ACTION... -- COMMAND [ARG...]     prints: OPENING_MS ACTION_MS... RSS_KB MOST_KB
 *
 * An action is a shell command; $W in it is the window. What follows an action counts as its, until the window has
 * answered for a second. OPENING is from the first picture on. Memory is the process's at the end, and the most it had. */
#include "window.h"

#include <X11/Xatom.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static Display *display;
static Atom protocols, ping;
static long serial;

/* The client's window in the frame that the window manager puts around it. */
static Window pinged_in(Window window) {
  Atom *list = NULL;
  int number = 0, is_one = 0;
  if (XGetWMProtocols(display, window, &list, &number)) {
    for (int i = 0; i < number; i++) is_one |= list[i] == ping;
    if (list) XFree(list);
    XWindowAttributes attributes;
    if (is_one && XGetWindowAttributes(display, window, &attributes) && attributes.map_state == IsViewable)
      return window;
  }
  Window root, parent, *children = NULL, found = None;
  unsigned count = 0;
  XQueryTree(display, window, &root, &parent, &children, &count);
  for (unsigned i = 0; i < count && found == None; i++) found = pinged_in(children[i]);
  if (children) XFree(children);
  return found;
}

/* How long one answer takes, in ms; 60 s at most. */
static double wait_for_answer(Window window) {
  XEvent question = {.xclient = {.type = ClientMessage, .window = window, .message_type = protocols, .format = 32}};
  question.xclient.data.l[0] = (long)ping;
  question.xclient.data.l[1] = ++serial;
  question.xclient.data.l[2] = (long)window;
  double asked = now_ms();
  XSendEvent(display, window, False, NoEventMask, &question);
  XFlush(display);
  while (now_ms() - asked < 60000) {
    while (XPending(display)) {
      XEvent event;
      XNextEvent(display, &event);
      if (event.type == ClientMessage && (Atom)event.xclient.data.l[0] == ping && event.xclient.data.l[1] == serial)
        return now_ms() - asked;
    }
    struct pollfd fd = {ConnectionNumber(display), POLLIN, 0};
    poll(&fd, 1, 50);
  }
  return now_ms() - asked;
}

/* The longest wait from now on, until it has answered for a second after `child` has ended. */
static double longest_wait(Window window, pid_t child) {
  double most = 0, end = child ? 0 : now_ms() + 1000;
  while (!end || now_ms() < end) {
    double took = wait_for_answer(window);
    if (took > most) most = took;
    if (!end && waitpid(child, NULL, WNOHANG) == child) end = now_ms() + 1000;
    usleep(5000);
  }
  return most;
}

static long most_memory_kb(pid_t pid) {
  char path[64], line[256];
  snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
  FILE *file = fopen(path, "r");
  long kb = -1;
  while (file && fgets(line, sizeof line, file)) sscanf(line, "VmHWM: %ld", &kb);
  if (file) fclose(file);
  return kb;
}

int main(int argc, char **argv) {
  int command = 1;
  while (command < argc && strcmp(argv[command], "--")) command++;
  if (command + 1 >= argc) return fprintf(stderr, "answers: which command?\n"), 2;
  int event_base;
  display = display_with_damage(&event_base);
  protocols = XInternAtom(display, "WM_PROTOCOLS", False);
  ping = XInternAtom(display, "_NET_WM_PING", False);
  pid_t child = fork();
  if (child == 0) {
    execvp(argv[command + 1], argv + command + 1);
    _exit(127);
  }
  Window window = None;
  for (double end = now_ms() + 60000; window == None && now_ms() < end; usleep(5000))
    window = pinged_in(DefaultRootWindow(display));
  if (window == None) return fprintf(stderr, "answers: no window\n"), kill(child, SIGKILL), 1;
  printf("%.0f", longest_wait(window, 0));
  char id[32];
  snprintf(id, sizeof id, "%lu", window);
  setenv("W", id, 1);
  for (int i = 1; i < command; i++) {
    pid_t action = fork();
    if (action == 0) {
      execlp("sh", "sh", "-c", argv[i], NULL);
      _exit(127);
    }
    printf(" %.0f", longest_wait(window, action));
    fflush(stdout);
  }
  printf(" %ld %ld\n", memory_kb(child, "Rss:"), most_memory_kb(child));
  return end_process(child, "answers", argv[command + 1]);
}
