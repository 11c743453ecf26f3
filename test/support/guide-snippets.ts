// The guide's examples, and how to run them.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { killAtExit } from './end-with-us.ts';
import { needs, type Tool } from './needs.ts';
import { root } from './project-files.ts';
import { installSdk } from './sdk-package.ts';

export type Language = 'sh' | 'ts' | 'php' | 'python';

export interface Snippet {
  file: string;
  name: string;
  language: Language;
  text: string;
}

const anyFence = /^```([^\n]*)\n([^]*?)^```$/gm;
const fence = /^```(sh|ts|php|python) (\S+)\n([^]*?)^```$/gm;

export function guideSnippets(): Snippet[] {
  return globSync('docs/guide/*.md', { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(fence)].map((match) => ({
      file,
      language: match[1] as Language,
      name: match[2]!,
      text: match[3]!,
    })),
  );
}

/** Unnamed code blocks in our languages, which are not shown as tabs. */
export function unnamedFences(): string[] {
  return globSync('docs/guide/*.md', { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(anyFence)]
      .filter(([, label]) => /^(?:sh|ts|php|python)\s*$/.test(label!))
      .map(([, , text]) => text!.trim()),
  );
}

interface Program {
  command: string;
  tool: Tool;
  /** A command that succeeds where the tool is installed. */
  check: [command: string, ...args: string[]];
}

const programs: Record<Exclude<Language, 'ts'>, Program> = {
  sh: { command: 'sh', tool: 'curl', check: ['curl', '--version'] },
  php: { command: 'php', tool: 'php', check: ['php', '--ri', 'curl'] },
  python: { command: 'python3', tool: 'python3', check: ['python3', '--version'] },
};

/** Why examples in this language cannot be run here. */
export function missingFor(language: Language): string | undefined {
  if (language === 'ts') return undefined;
  const { tool, check } = programs[language];
  const [command, ...args] = check;
  const { status } = spawnSync(command, args, { stdio: 'ignore' });
  return status === 0 ? undefined : needs(tool);
}

export interface Workshop {
  readonly folder: string;
  run(
    snippet: Snippet,
    env: Record<string, string>,
  ): Promise<{ code: number | null; output: string }>;
  start(snippet: Snippet, env: Record<string, string>, options?: string[]): ChildProcess;
  close(): void;
}

const runMsMax = 60_000;

/** A working folder of a guide reader. */
export async function openWorkshop(): Promise<Workshop> {
  const folder = mkdtempSync(join(tmpdir(), 'vakwerk-guide-'));
  await installSdk(folder);

  const start: Workshop['start'] = ({ name, language, text }, env, options = []) => {
    // The guide says to save TypeScript as a module.
    const ending = language === 'ts' ? 'mts' : language;
    const file = join(folder, `${name}.${ending}`);
    writeFileSync(file, text);
    const command = language === 'ts' ? process.execPath : programs[language].command;
    const child = spawn(command, [...options, file], {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: folder, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: runMsMax,
    });
    killAtExit(child);
    return child;
  };
  return {
    folder,
    start,
    async run(snippet, env) {
      const child = start(snippet, env);
      const [out, errors, [code]] = await Promise.all([
        textOf(child.stdout!),
        textOf(child.stderr!),
        once(child, 'close'),
      ]);
      return { code, output: out + errors };
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
