/** The token in `Authorization: Bearer …` (RFC 6750); undefined when there is none. */
export function bearerTokenIn(header: string | undefined): string | undefined {
  return /^bearer +(\S+) *$/i.exec(header ?? '')?.[1];
}
