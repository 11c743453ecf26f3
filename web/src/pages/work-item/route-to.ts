/** The address in the maps app of the phone, or on a map in the browser. */
export function routeTo(lines: readonly string[], userAgent: string): string {
  const place = encodeURIComponent(lines.join(', '));
  if (/Android/.test(userAgent)) return `geo:0,0?q=${place}`;
  if (/iPhone|iPad|iPod/.test(userAgent)) return `https://maps.apple.com/?daddr=${place}`;
  return `https://www.openstreetmap.org/search?query=${place}`;
}
