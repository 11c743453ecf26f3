import type { MigrationStep } from '#db/migrate.ts';

const reportEveryMs = 5_000;

/** Reports the start of each migration, and every five seconds how long it has been running. */
export class MigrationProgress {
  readonly #report: (line: string) => void;
  readonly #everyMs: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(report: (line: string) => void, everyMs = reportEveryMs) {
    this.#report = report;
    this.#everyMs = everyMs;
  }

  begin({ number, of, name }: MigrationStep): void {
    this.end();
    const line = `Migrating the database: ${number} of ${of} (${name})`;
    this.#report(line);
    const began = performance.now();
    this.#timer = setInterval(() => {
      this.#report(`${line}, for ${Math.round((performance.now() - began) / 1000)} s`);
    }, this.#everyMs);
  }

  end(): void {
    clearInterval(this.#timer);
  }
}
