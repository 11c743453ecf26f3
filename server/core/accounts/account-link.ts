import { hashOfToken, isWellFormedToken } from './session-token.ts';

/** In a mailed invitation, a proof of the e-mail address follows the token. */
const tokenLength = 43;

interface LinkHashes {
  tokenHash: string;
  /** Null for a link that was not mailed. */
  proofHash: string | null;
}

/** Null for a malformed token. */
export function hashesOfLink(token: string): LinkHashes | null {
  const [key, proof] = [token.slice(0, tokenLength), token.slice(tokenLength)];
  if (!isWellFormedToken(key) || (proof !== '' && !isWellFormedToken(proof))) return null;
  return { tokenHash: hashOfToken(key), proofHash: proof === '' ? null : hashOfToken(proof) };
}

/** The web app's path for invitation and password links. */
export function linkPath(token: string): string {
  return `/welcome/${token}`;
}
