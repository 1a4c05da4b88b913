// Dispatch for Linux looks every second, for as long as the program lives, whether all threads that run tasks are blocked,
// and would start more. In the window's process tasks await and do not block: what waits for a disk or a child does so on
// a serial queue of its own, whose threads are not counted. So the look is left out, as it is on Apple's systems, and a
// window at rest lets the processor sleep.
//
// These two are all that libdispatch.a asks of that part; defined here, the part is not linked. Where Dispatch is a shared
// library, as in debug builds, they are not used and it looks as ever.

@_cdecl("_dispatch_workq_worker_register")
nonisolated func threadBegins(_ queue: UnsafeMutableRawPointer) {}

@_cdecl("_dispatch_workq_worker_unregister")
nonisolated func threadEnds(_ queue: UnsafeMutableRawPointer) {}
