// In the indexes every word stands behind a tag of its brand, so that a search reads only the brand's own.

// Eight characters of the random part of the id. Two brands may share a tag: queries name the brand.
export function tagOf(brandId: string): string {
  return brandId.slice(-8);
}

/** The words, each behind the tag, with spaces between them. */
export function taggedWords(brandId: string, words: readonly string[]): string {
  if (words.length === 0) return '';
  const tag = tagOf(brandId);
  return tag + words.join(` ${tag}`);
}
