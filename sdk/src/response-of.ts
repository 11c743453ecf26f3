// The response behind a result, in a WeakMap, so that results are plain records.

export interface ResponseInfo {
  status: number;
  /** Identifies the request on the server: quote it in support requests. */
  requestId: string | null;
  /** The version of the record, for `ifMatch`. */
  etag: string | null;
  headers: Headers;
}

const known = new WeakMap<object, ResponseInfo>();

export function remember(result: unknown, { status, headers }: Response): void {
  if (typeof result !== 'object' || result === null) return;
  const requestId = headers.get('x-request-id');
  known.set(result, { status, requestId, etag: headers.get('etag'), headers });
}

/**
 * Returns the response of a record, page or picture that a call returned; not of records
 * in a page, nor of copies.
 */
export function responseOf(result: object): ResponseInfo | undefined {
  return known.get(result);
}
