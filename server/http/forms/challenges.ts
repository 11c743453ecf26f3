// ALTCHA proofs of work. The sender of a form searches for a number; checking it costs two HMACs, so a
// flood of wrong proofs costs little.
import { randomInt } from 'node:crypto';
import { type Challenge, createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { jsonDepthMax, jsonFieldsMax } from '#contract/limits.ts';
import type { FormFacts } from '#core/intakes/judge-form.ts';
import { limitExceededBy } from '#core/reading/json-limits.ts';
import { isObject } from '#core/reading/read-field.ts';

export interface CheckedProof {
  proof: FormFacts['proof'];
  /** Of the challenge; each is good for one lead. */
  challengeId: string | null;
}

const algorithm = 'PBKDF2/SHA-256';
// Iterations of one attempt, about 2 ms: making a challenge takes one attempt.
const cost = 5_000;
// A visitor may fill in a form for half an hour.
const validMs = 30 * 60 * 1000;
const proofLengthMax = 4_000;

export class Challenges {
  readonly #secrets: { hmacSignatureSecret: string; hmacKeySignatureSecret: string };

  constructor(secret: string) {
    this.#secrets = {
      hmacSignatureSecret: `challenge ${secret}`,
      hmacKeySignatureSecret: `key ${secret}`,
    };
  }

  /** The sender needs at most so many attempts, and at least half of them. */
  issue(channelId: string, attemptsMax: number, now: number): Promise<Challenge> {
    return createChallenge({
      algorithm,
      cost,
      counter: randomInt(Math.ceil(attemptsMax / 2), attemptsMax + 1),
      deriveKey,
      expiresAt: Math.ceil((now + validMs) / 1000),
      data: { channelId },
      ...this.#secrets,
    });
  }

  /** `text` is the payload of the ALTCHA widget: JSON in base64. */
  async check(channelId: string, text: string): Promise<CheckedProof> {
    const payload = text === '' ? null : payloadOf(text);
    if (text === '') return { proof: 'none', challengeId: null };
    if (!payload) return { proof: 'invalid', challengeId: null };
    const { challenge, solution } = payload;
    const { parameters } = challenge;
    const result = await verifySolution({ challenge, solution, deriveKey, ...this.#secrets }).catch(
      () => null,
    );
    // Sealed before the secret was replaced, or the page was open for longer than the challenge is valid.
    if (result?.expired || result?.invalidSignature) return { proof: 'unknown', challengeId: null };
    const isValid = result?.verified === true && parameters.data?.['channelId'] === channelId;
    return isValid
      ? { proof: 'valid', challengeId: parameters.nonce }
      : { proof: 'invalid', challengeId: null };
  }
}

type Payload = Pick<Parameters<typeof verifySolution>[0], 'challenge' | 'solution'>;

function payloadOf(text: string): Payload | null {
  if (text.length > proofLengthMax) return null;
  const json = Buffer.from(text, 'base64').toString();
  if (limitExceededBy(json, limits) !== null) return null;
  try {
    const payload: unknown = JSON.parse(json);
    if (!isObject(payload) || !isObject(payload['challenge'])) return null;
    return isObject(payload['challenge']['parameters']) ? (payload as unknown as Payload) : null;
  } catch {
    return null;
  }
}

const limits = { depthMax: jsonDepthMax, fieldsMax: jsonFieldsMax, valuesMax: jsonFieldsMax };
