import type { MigrationStep } from '#db/migrate.ts';

const tellEveryMs = 5_000;

/** Tells when a step begins, and how long it has run every five seconds, until the next step or the end. */
export class MigrationProgress {
  readonly #tell: (line: string) => void;
  readonly #everyMs: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(tell: (line: string) => void, everyMs = tellEveryMs) {
    this.#tell = tell;
    this.#everyMs = everyMs;
  }

  begin({ number, of, name }: MigrationStep): void {
    this.end();
    const line = `Migrating the database: ${number} of ${of} (${name})`;
    this.#tell(line);
    const began = performance.now();
    this.#timer = setInterval(() => {
      this.#tell(`${line}, for ${Math.round((performance.now() - began) / 1000)} s`);
    }, this.#everyMs);
  }

  end(): void {
    clearInterval(this.#timer);
  }
}
