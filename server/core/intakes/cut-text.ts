/** Never splits a surrogate pair. */
export function cutText(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text;
  return `${text
    .slice(0, lengthMax - 1)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()}…`;
}
