// The operator's command line.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { runCommandLine } from '../../cli/run-command-line.ts';

const projectRoot = join(import.meta.dirname, '..', '..');

interface CommandResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

type Run = (...words: string[]) => Promise<CommandResult>;

export interface CommandLine extends Run {
  /** With --json; the object that was printed. Fails unless that is all, and the command succeeded. */
  // oxlint-disable-next-line typescript/no-explicit-any
  json(...words: string[]): Promise<any>;
}

/** Runs `vakwerk <words>` on the data folder, in this process: most tests need no process of its own. */
export function commandLine(dataDir: string, env: Record<string, string> = {}): CommandLine {
  return withJson(async (...words) => {
    const [stdout, stderr] = [new Kept(), new Kept()];
    const terminal = { stdin: Readable.from([]), stdout, stderr };
    const code = await runCommandLine(words, { DATA_DIR: dataDir, ...env }, terminal);
    return { code, stdout: stdout.text, stderr: stderr.text };
  });
}

/** The same as an operator runs it: a process, which ends by itself and has an exit code. */
export function commandProcess(dataDir: string, env: Record<string, string> = {}): CommandLine {
  return withJson(async (...words) => {
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
  });
}

/** What was written to it. */
export class Kept extends Writable {
  text = '';

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

function withJson(run: Run): CommandLine {
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
  // The path by which the system knows its files, also where the folder is reached by a link: libraries that are preloaded compare it.
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'vakwerk-test-')));
  return {
    path,
    file: (name) => join(path, name),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}
