export interface ApiKeyEnd {
  expiresAt: number | null;
  /** It expires then if it was never used. */
  unusedUntil: number | null;
  lastUsedAt: number | null;
}

/** When the key stops working, as things are; null for never. */
export function endOfApiKey({ expiresAt, unusedUntil, lastUsedAt }: ApiKeyEnd): number | null {
  if (lastUsedAt !== null || unusedUntil === null) return expiresAt;
  return Math.min(unusedUntil, expiresAt ?? unusedUntil);
}
