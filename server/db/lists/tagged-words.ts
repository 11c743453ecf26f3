// Words in the index are prefixed with a tag of the brand, so that a search reads only that
// brand's.

// Eight characters of the id's random part. Two brands may share a tag, so queries also filter by
// brand.
export function tagOf(brandId: string): string {
  return brandId.slice(-8);
}

/** The prefixed words, separated by spaces. */
export function taggedWords(brandId: string, words: readonly string[]): string {
  if (words.length === 0) return '';
  const tag = tagOf(brandId);
  return tag + words.join(` ${tag}`);
}
