/** Weak comparison (RFC 9110, 13.1.2): only the quoted parts count. */
export function matchesIfNoneMatch(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  // Matches quotes instead of splitting at commas, which a tag may contain.
  return opaquePartsIn(ifNoneMatch).includes(opaquePartsIn(etag)[0]!);
}

function opaquePartsIn(tags: string): string[] {
  return tags.match(/"[^"]*"/g) ?? [];
}
