// A disk that cannot be read: a library that is loaded before all others lets reads of one file fail with EIO.
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { needs } from './needs.ts';

interface FaultyReads {
  /** For the server to start with. */
  env: Record<string, string>;
  begin(): void;
  end(): void;
}

const library = `
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
`;

/** Returns why not, where there is no compiler for it. */
export function faultyReads(folder: string, file: string): FaultyReads | string {
  if (process.platform !== 'linux') return needs('Linux');
  const built = join(folder, 'faulty-reads.so');
  const { status } = spawnSync('cc', ['-shared', '-fPIC', '-x', 'c', '-', '-o', built, '-ldl'], {
    input: library,
  });
  if (status !== 0) return needs('cc');
  const since = join(folder, 'reads-fail');
  return {
    env: { LD_PRELOAD: built, FAULTY_FILE: file, FAULTY_SINCE: since },
    begin: () => writeFileSync(since, ''),
    end: () => rmSync(since),
  };
}
