/** Rejects with `timeoutError` after `msMax`. The work itself is not cancelled. */
export async function withTimeout<Result>(
  msMax: number,
  work: Promise<Result>,
  timeoutError: () => Error,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(timeoutError()), msMax);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
