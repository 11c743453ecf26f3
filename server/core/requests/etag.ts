/**
 * Whether If-None-Match names what the client would get (RFC 9110, 13.1.2). Weak tags are as good here: only what
 * stands in the quotes is compared.
 */
export function isKnownToClient(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  // A comma may stand inside a tag, so the quotes decide.
  return opaquePartsIn(ifNoneMatch).includes(opaquePartsIn(etag)[0]!);
}

function opaquePartsIn(tags: string): string[] {
  return tags.match(/"[^"]*"/g) ?? [];
}
