export interface ApiKeyExpiry {
  expiresAt: number | null;
  /** An unused key expires at this time. */
  unusedUntil: number | null;
  lastUsedAt: number | null;
}

/** The time at which the key expires as of now; null for never. */
export function expiryOfApiKey({
  expiresAt,
  unusedUntil,
  lastUsedAt,
}: ApiKeyExpiry): number | null {
  if (lastUsedAt !== null || unusedUntil === null) return expiresAt;
  return Math.min(unusedUntil, expiresAt ?? unusedUntil);
}
