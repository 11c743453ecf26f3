// A copy of one of the examples, as on a user's machine, and its programs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killAtExit } from './end-with-us.ts';
import { root } from './project-files.ts';
import { installSdk } from './sdk-package.ts';
import { eventually } from './within.ts';

export interface Program {
  /** Everything printed so far. */
  output(): string;
  /** Waits for this output, and returns its capture group. */
  says(pattern: RegExp): Promise<string>;
  /** The exit code. */
  readonly ended: Promise<number | null>;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

export interface Example {
  readonly folder: string;
  start(command: string[], env?: Record<string, string>): Program;
  /** Runs a program that ends by itself. */
  run(
    command: string[],
    env?: Record<string, string>,
  ): Promise<{ code: number | null; output: string }>;
  /** As `npm start` would. */
  readonly startCommand: string[];
  remove(): void;
}

const runMsMax = 60_000;

export async function copyExample(name: string): Promise<Example> {
  const folder = mkdtempSync(join(tmpdir(), `vakwerk-${name}-`));
  cpSync(join(root, 'examples', name), folder, { recursive: true });
  const manifest = join(folder, 'package.json');
  let startCommand: string[] = [];
  if (existsSync(manifest)) {
    startCommand = JSON.parse(readFileSync(manifest, 'utf8')).scripts.start.split(' ');
    await installSdk(folder);
  }
  const start: Example['start'] = ([command, ...args], env = {}) => {
    const program = command === 'node' ? process.execPath : command!;
    const child = spawn(program, args, {
      cwd: folder,
      env: { PATH: process.env['PATH'], ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: runMsMax,
    });
    killAtExit(child);
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => (printed += chunk));
    }
    const ended = once(child, 'close').then(([code]) => code as number | null);
    return {
      output: () => printed,
      ended,
      async says(pattern) {
        await eventually(async () => {
          if (child.exitCode !== null) throw new Error(`it ended:\n${printed}`);
          return pattern.test(printed);
        });
        return pattern.exec(printed)![1] ?? '';
      },
      async stop(signal = 'SIGTERM') {
        child.kill(signal);
        await ended;
      },
    };
  };
  return {
    folder,
    startCommand,
    start,
    async run(command, env) {
      const program = start(command, env);
      return { code: await program.ended, output: program.output() };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
