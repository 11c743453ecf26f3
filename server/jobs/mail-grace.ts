// Time to finish a mail at shutdown; the job's retry would send an aborted one twice.
const graceMs = 5_000;

export function abortAfterGrace(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const startGrace = () => setTimeout(() => reject(signal.reason), graceMs).unref();
    signal.addEventListener('abort', startGrace, { once: true });
  });
}
