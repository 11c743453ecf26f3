// What each file did when it was last run, in a folder: a call that was broken off goes on there.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileResult } from './run-file.ts';

interface SavedResult extends FileResult {
  /** Hash of the program and the tests that it was obtained with. */
  sources: string;
}

/** A result counts only for the sources that it was obtained with. */
export class SavedResults {
  readonly #folder: string;
  readonly #sources: string;

  constructor(folder: string, sources: string) {
    this.#folder = folder;
    this.#sources = sources;
    mkdirSync(folder, { recursive: true });
  }

  forget(files: readonly string[]): void {
    for (const file of files) rmSync(this.#place(file, 'json'), { force: true });
  }

  keep(result: FileResult, output: string): void {
    const kept: SavedResult = { ...result, sources: this.#sources };
    writeFileSync(this.logOf(result.file), output);
    writeFileSync(this.#place(result.file, 'json'), `${JSON.stringify(kept, null, 2)}\n`);
  }

  logOf(file: string): string {
    return this.#place(file, 'log');
  }

  hasPassed(file: string): boolean {
    return this.all([file]).some(({ isPassed }) => isPassed);
  }

  /** Of these files, where there is one. */
  all(files: readonly string[]): FileResult[] {
    return this.#read(files).filter(({ sources }) => sources === this.#sources);
  }

  /** Of these files, those that were last run with other sources. */
  old(files: readonly string[]): FileResult[] {
    return this.#read(files).filter(({ sources }) => sources !== this.#sources);
  }

  #read(files: readonly string[]): SavedResult[] {
    return files
      .map((file) => this.#place(file, 'json'))
      .filter((place) => existsSync(place))
      .map((place) => JSON.parse(readFileSync(place, 'utf8')) as SavedResult);
  }

  #place(file: string, ending: string): string {
    return join(this.#folder, `${file.replace(/\.test\.ts$/, '').replaceAll('/', '-')}.${ending}`);
  }
}
