// How often somebody may try to get in, and cause mail. An attempt is counted before the password is looked at, so
// that many at once count too, and given back when it was right.
import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { tooManyRequests } from '../gate/authenticate.ts';
import { clientAddress } from '../gate/client-address.ts';
import type { MakeLimiter, RateLimiter } from '../gate/rate-limit.ts';

const minuteMs = 60 * 1000;
const quarterHourMs = 15 * minuteMs;
const hourMs = 60 * minuteMs;
const failuresPerAddressPerMinuteMax = 60;
const failuresPerAccountAtAddressPerQuarterHourMax = 10;
const failuresPerAccountPerHourMax = 100;
const resetsPerAccountPerHourMax = 5;
const invitationsPerBrandPerHourMax = 60;
const invitationsPerPersonPerHourMax = 5;
const challengesPerAddressPerMinuteMax = 60;

interface Attempt {
  /** It was no guess. */
  succeeded(): Promise<void>;
}

export class AccessLimits {
  readonly #perAddress: RateLimiter;
  readonly #perAccountAtAddress: RateLimiter;
  readonly #perAccount: RateLimiter;
  readonly #resets: RateLimiter;
  readonly #invitations: RateLimiter;
  readonly #invitationsOf: RateLimiter;
  readonly #challenges: RateLimiter;

  constructor(limiter: MakeLimiter) {
    this.#perAddress = limiter('sign-in', failuresPerAddressPerMinuteMax);
    this.#perAccountAtAddress = limiter(
      'sign-in at',
      failuresPerAccountAtAddressPerQuarterHourMax,
      quarterHourMs,
    );
    this.#perAccount = limiter('sign-in of', failuresPerAccountPerHourMax, hourMs);
    this.#resets = limiter('reset', resetsPerAccountPerHourMax, hourMs);
    this.#invitations = limiter('invitations', invitationsPerBrandPerHourMax, hourMs);
    this.#invitationsOf = limiter('invitations of', invitationsPerPersonPerHourMax, hourMs);
    this.#challenges = limiter('challenges', challengesPerAddressPerMinuteMax);
  }

  /** 429 when there were too many. From one address nobody can use up what an account has in all. */
  async begin(request: FastifyRequest, emailKey: string): Promise<Attempt> {
    const address = clientAddress(request);
    const account = nameOf(emailKey);
    const taken: [RateLimiter, string][] = [];
    const giveBack = async () => {
      for (const [limiter, subject] of taken) await limiter.giveBack(subject);
    };
    for (const [limiter, subject] of [
      [this.#perAddress, address],
      [this.#perAccountAtAddress, `${account} ${address}`],
      [this.#perAccount, account],
    ] as const) {
      await takeOrRefuse(limiter, subject);
      taken.push([limiter, subject]);
    }
    return { succeeded: giveBack };
  }

  /** For what is tried without the name of an account. */
  async beginAtAddress(request: FastifyRequest): Promise<Attempt> {
    const address = clientAddress(request);
    await takeOrRefuse(this.#perAddress, address);
    return { succeeded: async () => this.#perAddress.giveBack(address) };
  }

  /** Each leaves a row behind for some minutes. */
  async beginChallenge(request: FastifyRequest): Promise<void> {
    await takeOrRefuse(this.#challenges, clientAddress(request));
  }

  /** In an hour, so many by a brand, and so many to one person whoever invites them. */
  async beginInvitation(brandId: string, emailKey: string): Promise<void> {
    await takeOrRefuse(this.#invitations, brandId);
    await takeOrRefuse(this.#invitationsOf, nameOf(emailKey));
  }

  /** Whether this account may be sent one more link. */
  async mayReset(emailKey: string): Promise<boolean> {
    return (await this.#resets.take(nameOf(emailKey))).isAllowed;
  }
}

async function takeOrRefuse(limiter: RateLimiter, subject: string): Promise<void> {
  const decision = await limiter.take(subject);
  if (!decision.isAllowed) throw tooManyRequests(decision.resetSeconds);
}

// Addresses of people are kept in as few places as possible.
function nameOf(emailKey: string): string {
  return hash('sha256', emailKey, 'base64url');
}
