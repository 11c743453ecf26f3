/** Null on timeout or failure. */
export function withinMs(ms: number, response: Promise<Response>): Promise<Response | null> {
  const timeout = new Promise<null>((resolve) => setTimeout(() => resolve(null), ms));
  return Promise.race([response.catch(() => null), timeout]);
}
