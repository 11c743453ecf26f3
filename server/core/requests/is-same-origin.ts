// CSRF protection: a browser sends the session cookie with requests from other sites too, but marks them
// in headers that pages cannot set.

interface RequestOrigin {
  method: string;
  secFetchSite: string | undefined;
  origin: string | undefined;
  /** The origins of our own pages. */
  ownOrigins: readonly string[];
}

const safeMethods = new Set(['GET', 'HEAD']);

export function isSameOrigin({ method, secFetchSite, origin, ownOrigins }: RequestOrigin): boolean {
  if (safeMethods.has(method)) return true;
  if (secFetchSite !== undefined) return secFetchSite === 'same-origin';
  // Older browsers send only Origin; programs that sign in must send it too.
  return origin !== undefined && ownOrigins.includes(origin);
}
