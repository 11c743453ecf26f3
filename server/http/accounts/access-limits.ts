// How often somebody may try to get in, and cause mail. An attempt is counted before the password is looked at, so
// that many at once count too, and given back unless the password was wrong.
import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { deviceMarksIn, deviceOfMarks } from '#core/accounts/known-device.ts';
import type { TimeBudget } from '#runner/time-budget.ts';
import { tooManyRequests } from '../gate/authenticate.ts';
import { clientAddress } from '../gate/client-address.ts';
import { type MakeLimiter, OwnRateLimiter, type RateLimiter } from '../gate/rate-limit.ts';

const minuteMs = 60 * 1000;
const quarterHourMs = 15 * minuteMs;
const hourMs = 60 * minuteMs;
const failuresPerAddressPerMinuteMax = 60;
const failuresPerAccountAtAddressPerQuarterHourMax = 10;
const failuresPerAccountPerHourMax = 100;
const failuresPerDevicePerQuarterHourMax = 10;
const strangeMarksPerAddressPerMinuteMax = 60;
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
  // In memory: what it spares is a look at the database.
  readonly #strangeMarks = new OwnRateLimiter(strangeMarksPerAddressPerMinuteMax);
  // Those of people who were here before are looked at however many others are made up at their address.
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
   * 429 when there were too many wrong passwords. A device that signed in before has a limit of its own, and an address
   * with a session of the account is not stopped by guesses from elsewhere. From one address nobody can use up what an
   * account has in all.
   */
  async check<Verdict extends { isRight: boolean }>(
    request: FastifyRequest,
    emailKey: string,
    work: () => Promise<Verdict>,
  ): Promise<Verdict> {
    const device = await this.#deviceOf(request, emailKey);
    if (device !== null) return this.checkKnown(request, device, work);
    const address = clientAddress(request);
    const account = nameOf(emailKey);
    const attempt = new Attempt(request.budget);
    return attempt.check(async () => {
      await attempt.take(this.#perAddress, address);
      await attempt.take(this.#perAccountAtAddress, `${account} ${address}`);
      const isKnown = () => request.run('hasSessionAt', { emailKey, address });
      await attempt.take(this.#perAccount, account, isKnown);
    }, work);
  }

  /** For a session or a device of the account: guesses from elsewhere do not count. */
  checkKnown<Verdict extends { isRight: boolean }>(
    { budget }: FastifyRequest,
    device: string,
    work: () => Promise<Verdict>,
  ): Promise<Verdict> {
    const attempt = new Attempt(budget);
    return attempt.check(() => attempt.take(this.#perDevice, device), work);
  }

  /** For what is tried without the name of an account. */
  checkAtAddress<Verdict extends { isRight: boolean }>(
    request: FastifyRequest,
    work: () => Promise<Verdict>,
  ): Promise<Verdict> {
    const attempt = new Attempt(request.budget);
    return attempt.check(() => attempt.take(this.#perAddress, clientAddress(request)), work);
  }

  /** Marks that turn out to be none are soon not looked at any more: made-up ones must cost the database nothing. */
  async #deviceOf(request: FastifyRequest, emailKey: string): Promise<string | null> {
    const marks = deviceMarksIn(request.headers.cookie);
    const address = clientAddress(request);
    const isKnown = marks.some((mark) => this.#proven.has(`${emailKey} ${String(mark)}`));
    if (marks.length === 0) return null;
    if (!isKnown && !this.#strangeMarks.take(address).isAllowed) return null;
    const giveBack = () => void (isKnown || this.#strangeMarks.giveBack(address));
    const found = await request.run('findSignIn', { emailKey }).catch((error) => {
      giveBack();
      throw error;
    });
    const { accountId, passwordHash } = found ?? nobody;
    const device = passwordHash && deviceOfMarks(marks, { accountId, passwordHash });
    if (!device) return null;
    giveBack();
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

  /** Counts whatever comes of it. */
  async countAtAddress(request: FastifyRequest): Promise<void> {
    await takeOrRefuse(this.#perAddress, clientAddress(request), request.budget);
  }

  /** Each leaves a row behind for some minutes. */
  async beginChallenge(request: FastifyRequest): Promise<void> {
    await takeOrRefuse(this.#challenges, clientAddress(request), request.budget);
  }

  /** In an hour, so many by a brand, and so many to one person whoever invites them. */
  async beginInvitation(
    { budget }: FastifyRequest,
    brandId: string,
    emailKey: string,
  ): Promise<void> {
    await takeOrRefuse(this.#invitations, brandId, budget);
    await takeOrRefuse(this.#invitationsOf, nameOf(emailKey), budget);
  }

  /** Whether this account may be sent one more link. */
  async mayReset({ budget }: FastifyRequest, emailKey: string): Promise<boolean> {
    return (await this.#resets.take(nameOf(emailKey), budget)).isAllowed;
  }
}

const nobody = { accountId: '', passwordHash: null };

class Attempt {
  readonly #budget: TimeBudget;
  readonly #taken: [RateLimiter, string][] = [];

  constructor(budget: TimeBudget) {
    this.#budget = budget;
  }

  /** Over the limit it is refused, unless there is reason to let it pass. */
  async take(
    limiter: RateLimiter,
    subject: string,
    isTransient: () => Promise<boolean> = async () => false,
  ): Promise<void> {
    const decision = await limiter.take(subject, this.#budget);
    if (decision.isAllowed) this.#taken.push([limiter, subject]);
    else if (!(await this.#orGiveBack(isTransient))) throw tooManyRequests(decision.resetSeconds);
  }

  /** Only a wrong password counts: not one that could not be looked at, because the service was too busy. */
  async check<Verdict extends { isRight: boolean }>(
    begin: () => Promise<void>,
    work: () => Promise<Verdict>,
  ): Promise<Verdict> {
    await begin();
    const verdict = await this.#orGiveBack(work);
    if (verdict.isRight) await this.#giveBack();
    return verdict;
  }

  async #orGiveBack<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      await this.#giveBack();
      throw error;
    }
  }

  async #giveBack(): Promise<void> {
    for (const [limiter, subject] of this.#taken) await limiter.giveBack(subject, this.#budget);
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

// Addresses of people are kept in as few places as possible.
function nameOf(emailKey: string): string {
  return hash('sha256', emailKey, 'base64url');
}
