/** Null when the answer does not come in time, or not at all. */
export function withinMs(ms: number, answer: Promise<Response>): Promise<Response | null> {
  const inTime = new Promise<null>((resolve) => setTimeout(() => resolve(null), ms));
  return Promise.race([answer.catch(() => null), inTime]);
}
