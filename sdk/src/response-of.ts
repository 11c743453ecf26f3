// The answer behind a result, kept beside it so that results are nothing but records.

export interface ResponseInfo {
  status: number;
  /** Names the request on the server's side: quote it when you ask for help. */
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

/** Of a record, page or picture that a call resolved to; not of the records on a page, nor of copies. */
export function responseOf(result: object): ResponseInfo | undefined {
  return known.get(result);
}
