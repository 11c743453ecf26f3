// Polls the mailboxes of mail channels. A mailbox is leased, so that one server polls it at a time.
import type { OpenChannel } from '#actions/intakes/channels.ts';
import type { MailboxError } from '#contract/intake-lists.ts';
import { createGuard, type LookupGuard } from '#outbound/guard.ts';
import type { Config } from '#server/config.ts';
import type { MailReader } from './mail-reader.ts';
import { pollMailbox } from './poll-mailbox.ts';
import type { MailParts } from './receive-mail.ts';

type PollConfig = Pick<
  Config,
  'mailboxPollMs' | 'jobLeaseMs' | 'mailboxTrustedNetworks' | 'mailboxPorts' | 'dnsServers'
>;

interface PollerOptions extends MailParts {
  config: PollConfig;
  reader: MailReader;
  now(): number;
  onMail(outcome: string): void;
  onError(error: unknown): void;
}

// A new mailbox waits at most this long for its first poll.
const lookEveryMsMax = 5_000;
const pollMsMax = 5 * 60_000;
const renewalsPerLease = 3;
// Each of another brand: slow mailboxes of one do not delay the others.
const pollsInFlightMax = 8;
const backOffMsMax = 15 * 60_000;
const soonMs = 0;

export class MailboxPoller {
  readonly #options: PollerOptions;
  readonly #guard: LookupGuard;
  readonly #stopped = new AbortController();
  // By brand.
  readonly #inFlight = new Map<string, Promise<void>>();
  // Polls in a row that failed, by channel.
  readonly #failures = new Map<string, number>();
  readonly #unmarked = new Map<string, Set<string>>();
  readonly #failed = new Map<string, Set<string>>();
  // Undefined while it claims.
  #timer: NodeJS.Timeout | undefined;
  #isTurnFree = false;
  #claiming: Promise<void> = Promise.resolve();

  constructor(options: PollerOptions) {
    const { mailboxTrustedNetworks, mailboxPorts, dnsServers } = options.config;
    this.#options = options;
    this.#guard = createGuard({
      trustedNetworks: mailboxTrustedNetworks,
      ports: mailboxPorts,
      dnsServers,
    });
  }

  start(): void {
    if (this.#stopped.signal.aborted) return;
    const { onError, config } = this.#options;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isTurnFree = false;
    this.#claiming = this.#claim()
      .catch(onError)
      .finally(() => {
        const everyMs = Math.min(config.mailboxPollMs, lookEveryMsMax);
        if (this.#stopped.signal.aborted) return;
        const inMs = this.#isTurnFree ? soonMs : everyMs;
        this.#timer = setTimeout(() => this.start(), inMs).unref();
      });
  }

  /** Its brand may have another mailbox that is due. */
  #endTurn(brandId: string): void {
    this.#inFlight.delete(brandId);
    this.#isTurnFree = true;
    if (this.#timer) this.start();
  }

  /** Polls in flight end after the mail at hand. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    clearTimeout(this.#timer);
    await this.#claiming;
    await Promise.all(this.#inFlight.values());
  }

  async #claim(): Promise<void> {
    const most = pollsInFlightMax - this.#inFlight.size;
    if (most <= 0) return;
    const { runner, config } = this.#options;
    const due = await runner.run('claimMailboxes', {
      most,
      leaseMs: config.jobLeaseMs,
      busyBrandIds: [...this.#inFlight.keys()],
    });
    for (const open of due) {
      const { brandId } = open.channel;
      const polling = this.#poll(open)
        .catch(this.#options.onError)
        .finally(() => this.#endTurn(brandId));
      this.#inFlight.set(brandId, polling);
    }
  }

  async #poll(open: OpenChannel): Promise<void> {
    const { runner, config } = this.#options;
    const { brandId, id, mailboxUrl } = open.channel;
    const renewing = this.#renewLease(open);
    const { error, isMoreLeft, mark } = await pollMailbox(open, {
      ...this.#options,
      guard: this.#guard,
      unmarked: this.#unmarked.getOrInsertComputed(id, () => new Set<string>()),
      failed: this.#failed.getOrInsertComputed(id, () => new Set<string>()),
      stopped: this.#stopped.signal,
      deadline: AbortSignal.timeout(pollMsMax),
    });
    clearInterval(renewing);
    const failures = this.#countFailure(id, error);
    const backOffMs = Math.min(config.mailboxPollMs * 2 ** failures, backOffMsMax);
    const nextInMs = isMoreLeft ? soonMs : Math.max(config.mailboxPollMs, failures && backOffMs);
    const polled = { brandId, id, mailboxUrl, mailboxError: error, mailboxMark: mark };
    await runner.run('endMailboxPoll', { ...polled, nextInMs });
  }

  // A server that loses the lease polls on: a mail that two servers read is taken in once.
  #renewLease({ channel: { brandId, id, mailboxUrl } }: OpenChannel): NodeJS.Timeout {
    const { runner, config, onError } = this.#options;
    const leaseMs = config.jobLeaseMs;
    return setInterval(() => {
      runner.run('renewMailboxLease', { brandId, id, mailboxUrl, leaseMs }).catch(onError);
    }, leaseMs / renewalsPerLease).unref();
  }

  #countFailure(channelId: string, error: MailboxError | null): number {
    const failures = error === null ? 0 : (this.#failures.get(channelId) ?? 0) + 1;
    if (failures === 0) this.#failures.delete(channelId);
    else this.#failures.set(channelId, failures);
    return failures;
  }
}
