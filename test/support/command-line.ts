// The operator's command line, run as an operator runs it: a process of its own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const projectRoot = join(import.meta.dirname, '..', '..');

interface CommandResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface CommandLine {
  /** Runs `vakwerk <words>` on the data folder. */
  (...words: string[]): Promise<CommandResult>;
  /** With --json; the object that was printed. Fails unless that is all, and the command succeeded. */
  // oxlint-disable-next-line typescript/no-explicit-any
  json(...words: string[]): Promise<any>;
}

export function commandLine(dataDir: string, env: Record<string, string> = {}): CommandLine {
  const run = async (...words: string[]): Promise<CommandResult> => {
    const child = spawn(process.execPath, ['cli/vakwerk.js', ...words], {
      cwd: projectRoot,
      env: { PATH: process.env['PATH'], DATA_DIR: dataDir, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [stdout, stderr] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    return { code: child.exitCode, stdout, stderr };
  };
  const json = async (...words: string[]) => {
    const { code, stdout, stderr } = await run(...words, '--json');
    if (code !== 0 || stderr !== '') throw new Error(`${words.join(' ')}: ${code} ${stderr}`);
    return readOnlyJson(stdout);
  };
  return Object.assign(run, { json });
}

/** One JSON object on one line, and nothing else. */
export function readOnlyJson(stdout: string) {
  if (!/^\{.*\}\n$/.test(stdout)) throw new Error(`not one JSON object: ${stdout}`);
  return JSON.parse(stdout);
}

interface TemporaryFolder {
  readonly path: string;
  file(name: string): string;
  remove(): void;
}

export function temporaryFolder(): TemporaryFolder {
  const path = mkdtempSync(join(tmpdir(), 'vakwerk-test-'));
  return {
    path,
    file: (name) => join(path, name),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}
