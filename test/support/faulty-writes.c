// While the file FAULTY_SINCE is there, what it holds happens to files whose path contains FAULTY_FILES: `eio` and `enospc` let writes
// fail with that error, `short` writes a part of the bytes, `fsync` lets only fsync fail, with EIO.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

enum fault { NONE, FAILS, SHORT, SYNC };

#define REAL(type, name, ...)                                                                       \
  static type (*real)(__VA_ARGS__);                                                                 \
  if (!real) real = dlsym(RTLD_NEXT, name)

// Sets errno as well.
static enum fault fault_of(int fd) {
  const char *files = getenv("FAULTY_FILES"), *since = getenv("FAULTY_SINCE");
  char link[64], path[4096], wanted[16] = "";
  int control = files && since ? open(since, O_RDONLY | O_CLOEXEC) : -1;
  if (control < 0) return NONE;
  ssize_t read_bytes = read(control, wanted, sizeof wanted - 1);
  close(control);
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0 || read_bytes <= 0) return NONE;
  path[length] = 0;
  if (!strstr(path, files)) return NONE;
  errno = strcmp(wanted, "enospc") == 0 ? ENOSPC : EIO;
  if (strcmp(wanted, "short") == 0) return SHORT;
  return strcmp(wanted, "fsync") == 0 ? SYNC : FAILS;
}

// A disk that is nearly full takes some of it, and nothing the next time.
static ssize_t cut_short(size_t count) { return count > 512 ? count / 2 : 0; }

ssize_t write(int fd, const void *from, size_t count) {
  REAL(ssize_t, "write", int, const void *, size_t);
  int before = errno;
  enum fault fault = fault_of(fd);
  if (fault == FAILS) return -1;
  if (fault == SHORT) {
    count = cut_short(count);
    if (count == 0) {
      errno = ENOSPC;
      return -1;
    }
  }
  errno = before;
  return real(fd, from, count);
}
ssize_t pwrite(int fd, const void *from, size_t count, off_t at) {
  REAL(ssize_t, "pwrite", int, const void *, size_t, off_t);
  int before = errno;
  enum fault fault = fault_of(fd);
  if (fault == FAILS) return -1;
  if (fault == SHORT) {
    count = cut_short(count);
    if (count == 0) {
      errno = ENOSPC;
      return -1;
    }
  }
  errno = before;
  return real(fd, from, count, at);
}
ssize_t pwrite64(int fd, const void *from, size_t count, off_t at) {
  return pwrite(fd, from, count, at);
}
int fsync(int fd) {
  REAL(int, "fsync", int);
  int before = errno;
  enum fault fault = fault_of(fd);
  if (fault == FAILS || fault == SYNC) return -1;
  errno = before;
  return real(fd);
}
int fdatasync(int fd) {
  REAL(int, "fdatasync", int);
  int before = errno;
  enum fault fault = fault_of(fd);
  if (fault == FAILS || fault == SYNC) return -1;
  errno = before;
  return real(fd);
}
