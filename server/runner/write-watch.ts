// Knows whether the database accepts writes, for the readiness check: from the outcome of regular
// writes and, when none succeeded lately, from a probe.
import type { LeadResult } from '#actions/leads/create-leads.ts';
import type { ActionName } from './action-kinds.ts';
import type { ActionRunner } from './action-runner.ts';
import { withTimeout } from './with-timeout.ts';

const freshMs = 3_000;
const probeEveryMs = 1_000;
// Writes count as failing for this long: a temporary read error in a search index looks like corruption.
const damageMs = 10_000;
const probeWaitMsMax = 1_000;

export class WriteWatch {
  /** Forwards to the original runner and observes the outcomes. */
  readonly runner: ActionRunner;
  readonly #unwatched: ActionRunner;
  #writtenAt = -Infinity;
  #probedAt = -Infinity;
  /**
   * Until a thorough probe succeeds: a lead that found a last bit of space does not end a shortage.
   * Initially true, because nothing is known yet.
   */
  #isShort = true;
  /** When a lead last hit corruption, which a probe may miss on other pages. */
  #damagedAt = -Infinity;
  #probe: Promise<boolean> | undefined;

  constructor(runner: ActionRunner) {
    this.#unwatched = runner;
    this.runner = {
      ...runner,
      run: (name, input, options) => {
        const answer = runner.run(name, input, options);
        if (isWatched(name)) answer.then((output) => this.#note(output), this.#noteFailure);
        return answer;
      },
    };
  }

  /** Whether a write succeeded within the last seconds. Sends at most one probe a second. */
  async isWritable(): Promise<boolean> {
    if (performance.now() - this.#damagedAt < damageMs) return false;
    if (performance.now() - this.#writtenAt < freshMs) return true;
    if (!this.#probe && performance.now() - this.#probedAt < probeEveryMs) return false;
    this.#probe ??= this.#probeOnce().finally(() => (this.#probe = undefined));
    const late = () => new Error('no answer in time');
    return withTimeout(probeWaitMsMax, this.#probe, late).catch(() => false);
  }

  async #probeOnce(): Promise<boolean> {
    this.#probedAt = performance.now();
    const isThorough = this.#isShort;
    // A failure during the probe counts again.
    this.#isShort = false;
    try {
      await this.#unwatched.run('probeWrite', { isThorough });
      this.#noteSuccess();
      return true;
    } catch {
      this.#noteFailure();
      return false;
    }
  }

  #note(output: unknown): void {
    // The output of `recordRequests`.
    if (!Array.isArray(output)) return this.#noteSuccess();
    const results = output as LeadResult[];
    if (results.some(({ outcome }) => outcome === 'created')) {
      this.#damagedAt = -Infinity;
      this.#noteSuccess();
      return;
    }
    const failures = results.filter((result) => result.outcome === 'unavailable');
    if (failures.length > 0) this.#noteFailure();
    if (failures.some(({ isDamaged }) => isDamaged)) this.#damagedAt = performance.now();
  }

  #noteSuccess(): void {
    this.#writtenAt = performance.now();
  }

  readonly #noteFailure = (): void => {
    this.#isShort = true;
  };
}

/** Frequent actions that write whenever they succeed. */
function isWatched(name: ActionName): boolean {
  return name === 'createLeads' || name === 'createContendedLeads' || name === 'recordRequests';
}
