/* Runs a command and prints how long it took until its window looked as it should, and what memory it then holds.
 *
 *   first-frame COMMAND [ARG...]     prints: FIRST_FRAME_MS RSS_KB PSS_KB FRAMES CPU_MS CPU_AT_REST_MS
 *
 * A toolkit may paint an empty window first and fill it later, so the first thing painted proves nothing. Each picture
 * that the window shows is kept, until a second and a half after the first; the last one is what the user sees. The
 * frame that counts is the first from which on no more than one pixel in a hundred differs from that (the cursor may
 * blink). FRAMES says how many pictures came before it. CPU_MS is what all threads of the command had used of the
 * processors by that picture, and CPU_AT_REST_MS by the end: these depend less on who else is at work. Memory is read at
 * the end. The pointer is moved away first: where it rests on a widget, a tooltip opens. The command is then asked to
 * end. */
#include "window.h"

#include <poll.h>
#include <unistd.h>

enum { MOST = 400 };

int main(int argc, char **argv) {
  if (argc < 2) return fprintf(stderr, "first-frame: which command?\n"), 2;
  int event_base;
  Display *display = display_with_damage(&event_base);
  move_pointer_away(display);

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
      double used = cpu_ms(child);
      struct picture next = picture_of(display, shown, now_ms() - start);
      next.cpu = used;
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
    printf(
        "%.1f %ld %ld %d %.1f %.1f\n", pictures[first].at, memory_kb(child, "Rss:"), memory_kb(child, "Pss:"), first,
        pictures[first].cpu, cpu_ms(child));
  else
    fprintf(stderr, "first-frame: %s showed no window\n", argv[1]);
  return end_process(child, "first-frame", argv[1]) || count == 0;
}
