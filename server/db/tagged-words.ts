// In the indexes every word stands behind a tag of its brand, so that a search reads only the brand's own.

// Eight characters of the random part of the id. Two brands may share a tag: queries name the brand.
export function tagOf(brandId: string): string {
  return brandId.slice(-8);
}

/** The words, each behind the tag, with spaces between them. */
export function taggedWords(brandId: string, words: readonly string[]): string {
  const tag = tagOf(brandId);
  // Adding up is faster than a join with the tag between.
  let tagged = '';
  for (const word of words) tagged += tagged === '' ? tag + word : ` ${tag}${word}`;
  return tagged;
}
