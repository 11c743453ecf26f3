// Whether a request that changes something comes from our own pages. A browser sends the cookie along with
// requests that other sites make it send; it says so in header fields that pages cannot set.

interface RequestOrigin {
  method: string;
  secFetchSite: string | undefined;
  origin: string | undefined;
  /** The origins under which our pages are served. */
  ownOrigins: readonly string[];
}

const harmlessMethods = new Set(['GET', 'HEAD']);

export function isSameOrigin({ method, secFetchSite, origin, ownOrigins }: RequestOrigin): boolean {
  if (harmlessMethods.has(method)) return true;
  if (secFetchSite !== undefined) return secFetchSite === 'same-origin';
  // Browsers from before that field send their Origin; programs that sign in have to do the same.
  return origin !== undefined && ownOrigins.includes(origin);
}
