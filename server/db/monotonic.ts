/** Milliseconds since some moment, the same in all threads of this process; nobody can set this clock. */
export function monotonicMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1_000 + nanoseconds / 1_000_000;
}
