/* Preloaded into a server: every sync takes SLOW_SYNC_MS longer, as on a slow disk. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>

static void wait_longer(void) {
  const char *ms = getenv("SLOW_SYNC_MS");
  long nanoseconds = (ms ? atol(ms) : 0) * 1000000L;
  struct timespec longer = {nanoseconds / 1000000000L, nanoseconds % 1000000000L};
  nanosleep(&longer, NULL);
}

int fsync(int fd) {
  static int (*real)(int);
  if (!real) real = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  wait_longer();
  return real(fd);
}

int fdatasync(int fd) {
  static int (*real)(int);
  if (!real) real = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
  wait_longer();
  return real(fd);
}
