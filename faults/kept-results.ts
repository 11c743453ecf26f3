// What each file did when it was last run, in a folder: a call that was broken off goes on there.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileResult } from './run-file.ts';

export class KeptResults {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  forget(files: readonly string[]): void {
    for (const file of files) rmSync(this.#place(file, 'json'), { force: true });
  }

  keep(result: FileResult, output: string): void {
    writeFileSync(this.logOf(result.file), output);
    writeFileSync(this.#place(result.file, 'json'), `${JSON.stringify(result, null, 2)}\n`);
  }

  logOf(file: string): string {
    return this.#place(file, 'log');
  }

  hasPassed(file: string): boolean {
    return this.#read(file)?.isPassed ?? false;
  }

  /** Of these files, where there is one. */
  all(files: readonly string[]): FileResult[] {
    return files.flatMap((file) => this.#read(file) ?? []);
  }

  #read(file: string): FileResult | null {
    const place = this.#place(file, 'json');
    return existsSync(place) ? (JSON.parse(readFileSync(place, 'utf8')) as FileResult) : null;
  }

  #place(file: string, ending: string): string {
    return join(this.#folder, `${file.replace(/\.test\.ts$/, '').replaceAll('/', '-')}.${ending}`);
  }
}
