// Loaded before all other libraries: appends to the file JOURNAL what the process does to files in the folder JOURNALED, every
// fsync there, and every answer 201 that it sends, in the order in which they happen. journaled-disk.ts reads it.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define REAL(type, name, ...)                                                                       \
  static type (*real)(__VA_ARGS__);                                                                 \
  if (!real) real = dlsym(RTLD_NEXT, name)

// Of one record; its path and its data follow.
struct header {
  uint32_t kind;
  uint32_t path_length;
  uint64_t inode;
  // Where a write begins, where a file ends, or how much of the journal came before an fsync.
  int64_t at;
  uint64_t data_length;
};

static int journal = -1;
static const char *folder;
static size_t folder_length;
// Its files are also written by processes without this library: an fsync records them whole.
static const char *whole;

__attribute__((constructor)) static void begin(void) {
  const char *file = getenv("JOURNAL");
  const char *wanted = getenv("JOURNALED"), *wanted_whole = getenv("JOURNALED_WHOLE");
  if (!file || !wanted) return;
  // PostgreSQL writes its title over the environment.
  folder = strdup(wanted);
  if (wanted_whole) whole = strdup(wanted_whole);
  folder_length = strlen(folder);
  journal = open(file, O_WRONLY | O_APPEND | O_CLOEXEC);
}

// One call of writev to a file opened with O_APPEND: records of all threads and processes stand one after the other.
static void record(char kind, const char *path, uint64_t inode, int64_t at, const struct iovec *data,
                   int count) {
  REAL(ssize_t, "writev", int, const struct iovec *, int);
  struct header header = {kind, strlen(path), inode, at, 0};
  struct iovec parts[2 + count];
  parts[0] = (struct iovec){&header, sizeof header};
  parts[1] = (struct iovec){(void *)path, header.path_length};
  for (int index = 0; index < count; index++) {
    parts[2 + index] = data[index];
    header.data_length += data[index].iov_len;
  }
  ssize_t length = sizeof header + header.path_length + header.data_length;
  if (real(journal, parts, 2 + count) != length) abort();
}

static int is_ours(const char *path) {
  size_t length = strlen(path);
  if (strncmp(path, folder, folder_length) != 0) return 0;
  if (path[folder_length] != '/' && path[folder_length] != 0) return 0;
  // Made anew after a power cut.
  return length < 4 || strcmp(path + length - 4, "-shm") != 0;
}

static int path_of(int fd, char *path) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, PATH_MAX - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return 1;
}

// The path need not be there.
static int absolute(const char *given, char *path) {
  if (given[0] == '/') return snprintf(path, PATH_MAX, "%s", given) < PATH_MAX;
  char here[PATH_MAX];
  if (!getcwd(here, sizeof here)) return 0;
  if (given[0] == '.' && given[1] == '/') given += 2;
  return snprintf(path, PATH_MAX, "%s/%s", here, given) < PATH_MAX;
}

static uint64_t inode_at(const char *path) {
  struct stat found;
  return lstat(path, &found) == 0 ? found.st_ino : 0;
}

static uint64_t inode_of(int fd) {
  struct stat found;
  return fstat(fd, &found) == 0 ? found.st_ino : 0;
}

static int is_file_of_ours(int fd, char *path) {
  return journal >= 0 && fd != journal && path_of(fd, path) && is_ours(path);
}

static int begins_answer(const struct iovec *data) {
  static const char created[] = "HTTP/1.1 201";
  size_t length = sizeof created - 1;
  return data->iov_len >= length && memcmp(data->iov_base, created, length) == 0;
}

// Before it is sent: what follows in the journal may have come after it.
static void record_answer(const struct iovec *data, int count) {
  if (journal >= 0 && count > 0 && begins_answer(data)) record('A', "", 0, 0, data, count);
}

// `at` is negative where the file's own position counts.
static void record_write(int fd, const struct iovec *data, int count, off_t at, ssize_t written) {
  char path[PATH_MAX];
  if (written <= 0 || !is_file_of_ours(fd, path)) return;
  if (at < 0) at = lseek(fd, 0, SEEK_CUR) - written;
  struct iovec done[count];
  int used = 0;
  for (size_t left = written; left > 0; used++) {
    done[used] = data[used];
    if (done[used].iov_len > left) done[used].iov_len = left;
    left -= done[used].iov_len;
  }
  record('W', path, inode_of(fd), at, done, used);
}

ssize_t write(int fd, const void *from, size_t count) {
  REAL(ssize_t, "write", int, const void *, size_t);
  struct iovec data = {(void *)from, count};
  record_answer(&data, 1);
  ssize_t written = real(fd, from, count);
  record_write(fd, &data, 1, -1, written);
  return written;
}
ssize_t writev(int fd, const struct iovec *data, int count) {
  REAL(ssize_t, "writev", int, const struct iovec *, int);
  record_answer(data, count);
  ssize_t written = real(fd, data, count);
  record_write(fd, data, count, -1, written);
  return written;
}
ssize_t sendmsg(int fd, const struct msghdr *message, int flags) {
  REAL(ssize_t, "sendmsg", int, const struct msghdr *, int);
  record_answer(message->msg_iov, message->msg_iovlen);
  return real(fd, message, flags);
}
ssize_t pwrite(int fd, const void *from, size_t count, off_t at) {
  REAL(ssize_t, "pwrite", int, const void *, size_t, off_t);
  struct iovec data = {(void *)from, count};
  ssize_t written = real(fd, from, count, at);
  record_write(fd, &data, 1, at, written);
  return written;
}
ssize_t pwrite64(int fd, const void *from, size_t count, off_t at) {
  return pwrite(fd, from, count, at);
}
ssize_t pwritev(int fd, const struct iovec *data, int count, off_t at) {
  REAL(ssize_t, "pwritev", int, const struct iovec *, int, off_t);
  ssize_t written = real(fd, data, count, at);
  record_write(fd, data, count, at, written);
  return written;
}
ssize_t pwritev64(int fd, const struct iovec *data, int count, off_t at) {
  return pwritev(fd, data, count, at);
}

static void record_length(int fd) {
  char path[PATH_MAX];
  struct stat found;
  if (!is_file_of_ours(fd, path) || fstat(fd, &found) != 0) return;
  record('T', path, found.st_ino, found.st_size, NULL, 0);
}
int ftruncate(int fd, off_t length) {
  REAL(int, "ftruncate", int, off_t);
  int result = real(fd, length);
  if (result == 0) record_length(fd);
  return result;
}
int ftruncate64(int fd, off_t length) { return ftruncate(fd, length); }
int posix_fallocate(int fd, off_t at, off_t length) {
  REAL(int, "posix_fallocate", int, off_t, off_t);
  int result = real(fd, at, length);
  if (result == 0) record_length(fd);
  return result;
}
int posix_fallocate64(int fd, off_t at, off_t length) { return posix_fallocate(fd, at, length); }
int fallocate(int fd, int mode, off_t at, off_t length) {
  REAL(int, "fallocate", int, int, off_t, off_t);
  int result = real(fd, mode, at, length);
  if (result == 0) record_length(fd);
  return result;
}
int fallocate64(int fd, int mode, off_t at, off_t length) { return fallocate(fd, mode, at, length); }

static void record_whole(int fd, const char *path, int64_t before) {
  struct stat found;
  if (fstat(fd, &found) != 0 || !S_ISREG(found.st_mode)) return;
  char *bytes = malloc(found.st_size);
  ssize_t length = pread(fd, bytes, found.st_size, 0);
  struct iovec data = {bytes, length < 0 ? 0 : length};
  record('F', path, found.st_ino, before, &data, 1);
  free(bytes);
}
static int synced(int fd, int (*real)(int)) {
  char path[PATH_MAX];
  if (!is_file_of_ours(fd, path)) return real(fd);
  int64_t before = lseek(journal, 0, SEEK_END);
  int result = real(fd);
  if (result != 0) return result;
  if (whole && strncmp(path, whole, strlen(whole)) == 0) record_whole(fd, path, before);
  record('S', path, inode_of(fd), before, NULL, 0);
  return result;
}
int fsync(int fd) {
  REAL(int, "fsync", int);
  return synced(fd, real);
}
int fdatasync(int fd) {
  REAL(int, "fdatasync", int);
  return synced(fd, real);
}

static int opened(int fd, const char *path, int flags, int was_there) {
  if (fd < 0) return fd;
  if (!was_there) record('C', path, inode_of(fd), 0, NULL, 0);
  else if (flags & O_TRUNC) record_length(fd);
  return fd;
}
int open(const char *given, int flags, ...) {
  REAL(int, "open", const char *, int, ...);
  va_list more;
  va_start(more, flags);
  mode_t mode = va_arg(more, mode_t);
  va_end(more);
  char path[PATH_MAX];
  int changes = flags & (O_CREAT | O_TRUNC);
  if (journal < 0 || !changes || !absolute(given, path) || !is_ours(path)) {
    return real(given, flags, mode);
  }
  int was_there = inode_at(path) != 0;
  return opened(real(given, flags, mode), path, flags, was_there);
}
int open64(const char *given, int flags, ...) {
  va_list more;
  va_start(more, flags);
  mode_t mode = va_arg(more, mode_t);
  va_end(more);
  return open(given, flags, mode);
}

static int is_place_of_ours(const char *given, char *path) {
  return journal >= 0 && absolute(given, path) && is_ours(path);
}
int mkdir(const char *given, mode_t mode) {
  REAL(int, "mkdir", const char *, mode_t);
  char path[PATH_MAX];
  int result = real(given, mode);
  if (result == 0 && is_place_of_ours(given, path)) record('M', path, inode_at(path), 0, NULL, 0);
  return result;
}
static int removed(const char *given, int (*real)(const char *)) {
  char path[PATH_MAX];
  if (!is_place_of_ours(given, path)) return real(given);
  uint64_t inode = inode_at(path);
  int result = real(given);
  if (result == 0) record('U', path, inode, 0, NULL, 0);
  return result;
}
int unlink(const char *given) {
  REAL(int, "unlink", const char *);
  return removed(given, real);
}
int rmdir(const char *given) {
  REAL(int, "rmdir", const char *);
  return removed(given, real);
}
static int moved(char kind, const char *from, const char *to, int (*real)(const char *, const char *)) {
  char path[PATH_MAX], target[PATH_MAX];
  if (!is_place_of_ours(from, path) || !absolute(to, target)) return real(from, to);
  uint64_t inode = inode_at(path);
  int result = real(from, to);
  struct iovec data = {target, strlen(target)};
  if (result == 0) record(kind, path, inode, 0, &data, 1);
  return result;
}
int rename(const char *from, const char *to) {
  REAL(int, "rename", const char *, const char *);
  return moved('R', from, to, real);
}
int link(const char *from, const char *to) {
  REAL(int, "link", const char *, const char *);
  return moved('L', from, to, real);
}

// The bytes that these write are not seen here: a journal with such a record is of no use.
static void record_unseen(int fd) {
  char path[PATH_MAX];
  if (fd >= 0 && is_file_of_ours(fd, path)) record('X', path, inode_of(fd), 0, NULL, 0);
}
ssize_t copy_file_range(int from, off64_t *at, int to, off64_t *to_at, size_t length, unsigned flags) {
  REAL(ssize_t, "copy_file_range", int, off64_t *, int, off64_t *, size_t, unsigned);
  record_unseen(to);
  return real(from, at, to, to_at, length, flags);
}
ssize_t sendfile(int to, int from, off_t *at, size_t count) {
  REAL(ssize_t, "sendfile", int, int, off_t *, size_t);
  record_unseen(to);
  return real(to, from, at, count);
}
ssize_t sendfile64(int to, int from, off_t *at, size_t count) { return sendfile(to, from, at, count); }
void *mmap(void *address, size_t length, int protection, int flags, int fd, off_t at) {
  REAL(void *, "mmap", void *, size_t, int, int, int, off_t);
  if ((flags & MAP_SHARED) && (protection & PROT_WRITE)) record_unseen(fd);
  return real(address, length, protection, flags, fd, at);
}
void *mmap64(void *address, size_t length, int protection, int flags, int fd, off_t at) {
  return mmap(address, length, protection, flags, fd, at);
}
