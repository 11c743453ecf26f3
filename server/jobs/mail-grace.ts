// Time to finish a mail at shutdown; the job's retry would send an aborted one twice.
const graceMs = 5_000;

/** Aborts some time after the signal. */
export function graceAfter(signal: AbortSignal): AbortSignal {
  const grace = new AbortController();
  const startGrace = () => setTimeout(() => grace.abort(), graceMs).unref();
  signal.addEventListener('abort', startGrace, { once: true });
  return grace.signal;
}
