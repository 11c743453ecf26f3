// Knows whether the database can be written to, for the readiness check: by what became of the writes that were made
// anyway and, when none succeeded lately, by a write of its own.
import type { LeadResult } from '#actions/leads/create-leads.ts';
import type { ActionName, ActionRunner } from './action-runner.ts';
import { withTimeout } from './with-timeout.ts';

const freshMs = 3_000;
const probeEveryMs = 1_000;
// Then it is tried again: a read that failed for a moment looks the same in an index for searches.
const damageMs = 10_000;
const probeWaitMsMax = 1_000;

export class WriteWatch {
  /** The same as the one it was made with; it looks at what comes back. */
  readonly runner: ActionRunner;
  readonly #unwatched: ActionRunner;
  #writtenAt = -Infinity;
  #probedAt = -Infinity;
  /** Since the last write that succeeded; of what was before the start nothing is known. */
  #hasFailed = true;
  /** Of the last lead that met damage: a probe may miss the pages that leads need. */
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

  /** Whether a write was possible within the last seconds. However many ask, one probe a second is made. */
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
    try {
      await this.#unwatched.run('probeWrite', { isThorough: this.#hasFailed });
      this.#noteSuccess();
      return true;
    } catch {
      this.#noteFailure();
      return false;
    }
  }

  #note(output: unknown): void {
    // Requests were written down.
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
    this.#hasFailed = false;
  }

  readonly #noteFailure = (): void => {
    this.#hasFailed = true;
  };
}

/** Those that write something whenever they succeed, and are asked for all the time. */
function isWatched(name: ActionName): boolean {
  return name === 'createLeads' || name === 'createContendedLeads' || name === 'recordRequests';
}
