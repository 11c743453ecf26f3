// Lets reads of the file FAULTY_FILE fail with EIO while the file FAULTY_SINCE is there.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static int fails(int fd) {
  const char *file = getenv("FAULTY_FILE"), *begun = getenv("FAULTY_SINCE");
  char link[64], path[4096];
  if (!file || !begun || access(begun, F_OK) != 0) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  if (strcmp(path, file) != 0) return 0;
  errno = EIO;
  return 1;
}
ssize_t read(int fd, void *to, size_t count) {
  static ssize_t (*real)(int, void *, size_t);
  if (!real) real = dlsym(RTLD_NEXT, "read");
  return fails(fd) ? -1 : real(fd, to, count);
}
ssize_t pread(int fd, void *to, size_t count, off_t at) {
  static ssize_t (*real)(int, void *, size_t, off_t);
  if (!real) real = dlsym(RTLD_NEXT, "pread");
  return fails(fd) ? -1 : real(fd, to, count, at);
}
ssize_t pread64(int fd, void *to, size_t count, off_t at) { return pread(fd, to, count, at); }
