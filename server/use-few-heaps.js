// glibc gives threads heaps of their own and keeps in each what was freed there. With a dozen threads that
// is 10 MB held for nothing, and the limit is read only when a program starts: so it starts once more, in
// place, under the same process id. Plain JavaScript, as prepare-node.js is.
const heapsMax = '2';

export function useFewHeaps() {
  if (process.platform !== 'linux' || process.env.MALLOC_ARENA_MAX) return;
  process.execve(
    process.execPath,
    [process.execPath, ...process.execArgv, ...process.argv.slice(1)],
    { ...process.env, MALLOC_ARENA_MAX: heapsMax },
  );
}
