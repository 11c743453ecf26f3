// What a browser says of the content it wants: which of it it has already, and how it may be packed.

/** Whether one of the tags in If-None-Match is this one; weak ones are as good here (RFC 9110, 13.1.2). */
export function isKnownContent(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const wanted = opaquePart(etag);
  return ifNoneMatch
    .split(',')
    .map((one) => one.trim())
    .some((one) => one === '*' || opaquePart(one) === wanted);
}

function opaquePart(etag: string): string {
  return etag.replace(/^W\//, '');
}

/** Whether Accept-Encoding names it, with another weight than none. */
export function acceptsEncoding(
  acceptEncoding: string | string[] | undefined,
  encoding: string,
): boolean {
  return String(acceptEncoding ?? '')
    .toLowerCase()
    .split(',')
    .map((one) => one.split(';').map((part) => part.trim()))
    .some(([name, weight = '']) => name === encoding && !/^q=0(\.0*)?$/.test(weight));
}
