// The latest result of each file, saved in a folder, so that an interrupted run can be resumed.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileResult } from './run-file.ts';

interface SavedResult extends FileResult {
  /** The stamp of the tested program and tests. */
  sources: string;
}

/** A result is valid only for the sources that it was obtained with. */
export class SavedResults {
  readonly #folder: string;
  readonly #sources: string;

  constructor(folder: string, sources: string) {
    this.#folder = folder;
    this.#sources = sources;
    mkdirSync(folder, { recursive: true });
  }

  delete(files: readonly string[]): void {
    for (const file of files) rmSync(this.#pathOf(file, 'json'), { force: true });
  }

  save(result: FileResult, output: string): void {
    const saved: SavedResult = { ...result, sources: this.#sources };
    writeFileSync(this.logOf(result.file), output);
    writeFileSync(this.#pathOf(result.file, 'json'), `${JSON.stringify(saved, null, 2)}\n`);
  }

  logOf(file: string): string {
    return this.#pathOf(file, 'log');
  }

  hasPassed(file: string): boolean {
    return this.all([file]).some(({ isPassed }) => isPassed);
  }

  /** The valid results of these files. */
  all(files: readonly string[]): FileResult[] {
    return this.#read(files).filter(({ sources }) => sources === this.#sources);
  }

  /** The results of these files that were obtained with other sources. */
  stale(files: readonly string[]): FileResult[] {
    return this.#read(files).filter(({ sources }) => sources !== this.#sources);
  }

  #read(files: readonly string[]): SavedResult[] {
    return files
      .map((file) => this.#pathOf(file, 'json'))
      .filter((path) => existsSync(path))
      .map((path) => JSON.parse(readFileSync(path, 'utf8')) as SavedResult);
  }

  #pathOf(file: string, extension: string): string {
    return join(
      this.#folder,
      `${file.replace(/\.test\.ts$/, '').replaceAll('/', '-')}.${extension}`,
    );
  }
}
