// Counts for those who come at the same moment with one question: while it is under way, whoever comes for the same subject
// waits for the next one. Each by itself would wait for all before it, and the database would write as many times.

export class CountTogether<Answer> {
  readonly #ask: (subject: string, count: number) => Promise<Answer>;
  /** Of each subject that is being asked about: those who came since. */
  readonly #waiting = new Map<string, Waiting<Answer>[]>();

  constructor(ask: (subject: string, count: number) => Promise<Answer>) {
    this.#ask = ask;
  }

  /** The answer for some who were counted together, and which of them this one is, from 1. */
  take(subject: string): Promise<{ answer: Answer; place: number; count: number }> {
    return new Promise((resolve, reject) => {
      const one = { resolve, reject };
      const waiting = this.#waiting.get(subject);
      if (waiting) waiting.push(one);
      else void this.#askFor(subject, [one]);
    });
  }

  async #askFor(subject: string, group: Waiting<Answer>[]): Promise<void> {
    for (let asking = group; asking.length > 0; asking = this.#waiting.get(subject)!) {
      this.#waiting.set(subject, []);
      const count = asking.length;
      try {
        const answer = await this.#ask(subject, count);
        asking.forEach(({ resolve }, index) => resolve({ answer, place: index + 1, count }));
      } catch (error) {
        for (const { reject } of asking) reject(error);
      }
    }
    this.#waiting.delete(subject);
  }
}

interface Waiting<Answer> {
  resolve(taken: { answer: Answer; place: number; count: number }): void;
  reject(error: unknown): void;
}
