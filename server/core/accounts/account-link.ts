import { hashOfToken, isWellFormedToken } from './session-token.ts';

/** Behind it, in the mailed form of an invitation, stands what proves the address. */
const tokenLength = 43;

interface LinkHashes {
  tokenHash: string;
  /** Null for a link that was handed over, not mailed. */
  proofHash: string | null;
}

/** Null for what is no link. */
export function hashesOfLink(token: string): LinkHashes | null {
  const [key, proof] = [token.slice(0, tokenLength), token.slice(tokenLength)];
  if (!isWellFormedToken(key) || (proof !== '' && !isWellFormedToken(proof))) return null;
  return { tokenHash: hashOfToken(key), proofHash: proof === '' ? null : hashOfToken(proof) };
}

/** Where the web app opens a link that lets somebody in. */
export function linkPath(token: string): string {
  return `/welcome/${token}`;
}
