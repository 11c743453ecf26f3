// Rate limits for sign-in attempts and mail. An attempt counts before its password is checked, so
// that concurrent attempts count too, and is refunded unless the password was wrong.
import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { deviceMarksIn, deviceOfMarks } from '#core/accounts/known-device.ts';
import type { TimeBudget } from '#runner/time-budget.ts';
import { tooManyRequests } from '../gate/refused-keys.ts';
import { clientAddress } from '../gate/client-address.ts';
import { type MakeLimiter, LocalRateLimiter, type RateLimiter } from '../gate/rate-limit.ts';

const minuteMs = 60 * 1000;
const quarterHourMs = 15 * minuteMs;
const hourMs = 60 * minuteMs;
const failuresPerAddressPerMinuteMax = 60;
const failuresPerAccountAtAddressPerQuarterHourMax = 10;
const failuresPerAccountPerHourMax = 100;
const failuresPerDevicePerQuarterHourMax = 10;
const unknownMarksPerAddressPerMinuteMax = 60;
const provenMarksMax = 10_000;
const resetsPerAccountPerHourMax = 5;
const invitationsPerBrandPerHourMax = 60;
const invitationsPerPersonPerHourMax = 5;
const challengesPerAddressPerMinuteMax = 60;

export class AccessLimits {
  readonly #perAddress: RateLimiter;
  readonly #perAccountAtAddress: RateLimiter;
  readonly #perAccount: RateLimiter;
  readonly #perDevice: RateLimiter;
  // Local: it limits database look-ups.
  readonly #unknownMarks = new LocalRateLimiter(unknownMarksPerAddressPerMinuteMax);
  // Marks that were valid before are always looked up, however many forged ones their address
  // sends.
  readonly #proven = new Set<string>();
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
    this.#perDevice = limiter('sign-in with', failuresPerDevicePerQuarterHourMax, quarterHourMs);
    this.#resets = limiter('reset', resetsPerAccountPerHourMax, hourMs);
    this.#invitations = limiter('invitations', invitationsPerBrandPerHourMax, hourMs);
    this.#invitationsOf = limiter('invitations of', invitationsPerPersonPerHourMax, hourMs);
    this.#challenges = limiter('challenges', challengesPerAddressPerMinuteMax);
  }

  /**
   * Throws 429 after too many wrong passwords. A known device has a limit of its own, and an
   * address with a session of the account is not blocked by guesses from elsewhere. One address
   * alone cannot exhaust the limit of an account.
   */
  async check<Verdict extends { isRight: boolean }>(
    request: FastifyRequest,
    emailKey: string,
    work: () => Promise<Verdict>,
  ): Promise<Verdict> {
    const device = await this.#deviceOf(request, emailKey);
    if (device !== null) return this.checkKnown(request, device, work);
    const address = clientAddress(request);
    const account = subjectOf(emailKey);
    const attempt = new Attempt(request.budget);
    return attempt.check(async () => {
      await attempt.take(this.#perAddress, address);
      await attempt.take(this.#perAccountAtAddress, `${account} ${address}`);
      const isKnown = () => request.run('hasSessionAt', { emailKey, address });
      await attempt.take(this.#perAccount, account, isKnown);
    }, work);
  }

  /** For a session or a known device of the account: guesses from elsewhere do not count. */
  checkKnown<Verdict extends { isRight: boolean }>(
    { budget }: FastifyRequest,
    device: string,
    work: () => Promise<Verdict>,
  ): Promise<Verdict> {
    const attempt = new Attempt(budget);
    return attempt.check(() => attempt.take(this.#perDevice, device), work);
  }

  /** For attempts that name no account. */
  checkAtAddress<Verdict extends { isRight: boolean }>(
    request: FastifyRequest,
    work: () => Promise<Verdict>,
  ): Promise<Verdict> {
    const attempt = new Attempt(request.budget);
    return attempt.check(() => attempt.take(this.#perAddress, clientAddress(request)), work);
  }

  /** Look-ups of invalid marks are limited: forged ones must not load the database. */
  async #deviceOf(request: FastifyRequest, emailKey: string): Promise<string | null> {
    const marks = deviceMarksIn(request.headers.cookie);
    const address = clientAddress(request);
    const isKnown = marks.some((mark) => this.#proven.has(`${emailKey} ${String(mark)}`));
    if (marks.length === 0) return null;
    if (!isKnown && !this.#unknownMarks.take(address).isAllowed) return null;
    const refund = () => void (isKnown || this.#unknownMarks.refund(address));
    const found = await request.run('findSignIn', { emailKey }).catch((error) => {
      refund();
      throw error;
    });
    const { accountId, passwordHash } = found ?? nobody;
    const device = passwordHash && deviceOfMarks(marks, { accountId, passwordHash });
    if (!device) return null;
    refund();
    for (const mark of marks) this.#remember(`${emailKey} ${String(mark)}`);
    return device;
  }

  #remember(mark: string): void {
    this.#proven.delete(mark);
    this.#proven.add(mark);
    for (const oldest of this.#proven) {
      if (this.#proven.size <= provenMarksMax) break;
      this.#proven.delete(oldest);
    }
  }

  /** Counts whatever the outcome. */
  async countAtAddress(request: FastifyRequest): Promise<void> {
    await takeOrRefuse(this.#perAddress, clientAddress(request), request.budget);
  }

  /** A challenge is a row that stays for some minutes. */
  async beginChallenge(request: FastifyRequest): Promise<void> {
    await takeOrRefuse(this.#challenges, clientAddress(request), request.budget);
  }

  /** Limits invitations per brand, and per invited person over all brands. */
  async beginInvitation(
    { budget }: FastifyRequest,
    brandId: string,
    emailKey: string,
  ): Promise<void> {
    await takeOrRefuse(this.#invitations, brandId, budget);
    await takeOrRefuse(this.#invitationsOf, subjectOf(emailKey), budget);
  }

  /** Whether the account may be sent another link. */
  async mayReset({ budget }: FastifyRequest, emailKey: string): Promise<boolean> {
    return (await this.#resets.take(subjectOf(emailKey), budget)).isAllowed;
  }
}

const nobody = { accountId: '', passwordHash: null };

class Attempt {
  readonly #budget: TimeBudget;
  readonly #taken: [RateLimiter, string][] = [];

  constructor(budget: TimeBudget) {
    this.#budget = budget;
  }

  /** Throws 429 over the limit, unless `mayPass` allows it. */
  async take(
    limiter: RateLimiter,
    subject: string,
    mayPass: () => Promise<boolean> = async () => false,
  ): Promise<void> {
    const decision = await limiter.take(subject, this.#budget);
    if (decision.isAllowed) this.#taken.push([limiter, subject]);
    else if (!(await this.#orRefund(mayPass))) throw tooManyRequests(decision.resetSeconds);
  }

  /** Only a wrong password counts, not one that could not be checked under overload. */
  async check<Verdict extends { isRight: boolean }>(
    begin: () => Promise<void>,
    work: () => Promise<Verdict>,
  ): Promise<Verdict> {
    await begin();
    const verdict = await this.#orRefund(work);
    if (verdict.isRight) await this.#refund();
    return verdict;
  }

  async #orRefund<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      await this.#refund();
      throw error;
    }
  }

  async #refund(): Promise<void> {
    for (const [limiter, subject] of this.#taken) await limiter.refund(subject);
  }
}

async function takeOrRefuse(
  limiter: RateLimiter,
  subject: string,
  budget: TimeBudget,
): Promise<void> {
  const decision = await limiter.take(subject, budget);
  if (!decision.isAllowed) throw tooManyRequests(decision.resetSeconds);
}

// Hashed: e-mail addresses are stored in as few places as possible.
function subjectOf(emailKey: string): string {
  return hash('sha256', emailKey, 'base64url');
}
