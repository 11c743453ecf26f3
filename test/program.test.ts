// The program runs from its build, or from source when there is no build of these sources.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, beforeEach, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { findBuild } from '#runtime/program.js';
import { buildFolder, entryPoints } from '#runtime/program.js';
import { buildProgram } from '../scripts/build-program.ts';
import { copyWithTimes } from './support/copy-with-times.ts';
import { linkPackages } from './support/link-packages.ts';
import { root } from './support/project-files.ts';

const copied = [
  'cli',
  'contract',
  'docs/guide',
  'docs/channels.md',
  'package-lock.json',
  'package.json',
  'places',
  'scripts/build-program.ts',
  'scripts/build-sdk.ts',
  'scripts/tarball.ts',
  'sdk',
  'server',
  'tsconfig.json',
];
const commandLine = 'cli/run-command-line.ts';
const builder = './scripts/build-program.ts';

// Independent of the developer's umask.
process.umask(0o022);
const copy = mkdtempSync(join(tmpdir(), 'vakwerk-program-'));
const dist = join(copy, 'dist');
const packages = join(copy, 'node_modules');
before(() => linkPackages(copy));
beforeEach(() => {
  for (const path of [...copied, 'dist', 'data']) {
    rmSync(join(copy, path), { recursive: true, force: true });
  }
  for (const path of copied) copyFromProject(path);
});
after(() => rmSync(copy, { recursive: true, force: true }));

test('without a build, or after a change, the command line runs from source', async () => {
  useTinyEntryPoints();
  assert.equal(await runCommandLine(), 'usage\n');

  await build();
  markBuilt('cli/run-command-line.js');
  assert.equal(await runCommandLine(), 'built: cli/run-command-line.js\nusage\n');

  edit("process.stdout.write('edited\\n');");
  assert.equal(await runCommandLine(), 'edited\nusage\n');
  await build();
  markBuilt('cli/run-command-line.js');
  assert.equal(await runCommandLine(), 'edited\nbuilt: cli/run-command-line.js\nusage\n');
});

// cli/npm-start.test.ts runs a server from source.
test('a built server runs with built threads', async () => {
  await useBuiltProgram();
  markBuilt('server/run-server.js');
  markBuilt('server/runner/database-thread.js');
  const printed = await runServer();
  assert.match(printed, /^built: server\/run-server\.js$/m);
  // The writer, and as many readers as are needed.
  assert.ok(printed.split('built: server/runner/database-thread.js\n').length - 1 >= 2, printed);
});

test('program.js, which computes all paths, is not bundled', async () => {
  await useBuiltProgram();
  const [name] = programs();
  const files = readdirSync(join(dist, name!), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .map((file) => readFileSync(join(dist, name!, file), 'utf8'));
  for (const part of entryPoints) {
    assert.ok(
      files.some((file) => file.includes(`\n// ${part}\n`)),
      part,
    );
  }
  for (const file of files) {
    assert.doesNotMatch(file, /^\/\/ server\/runtime\/(program|prepare-node)\.js$/m);
  }
});

test('the two previous builds are kept for servers that still run them', async () => {
  useTinyEntryPoints();
  const built: string[] = [];
  for (const name of ['a', 'b', 'c', 'd']) {
    edit(`// ${name}`);
    await build();
    built.push(programs().find((one) => !built.includes(one))!);
  }
  assert.deepEqual(programs().sort(), built.slice(1).sort());
});

test('concurrent builds are both complete', async () => {
  useTinyEntryPoints();
  await Promise.all([build(), build()]);
  markBuilt('cli/run-command-line.js');
  assert.match(await runCommandLine(), /^built/);
});

describe('a build is stale after', () => {
  const changes: Record<string, () => void> = {
    'an edit that keeps the size': () => {
      const file = join(copy, 'contract/scopes.ts');
      writeFileSync(file, readFileSync(file, 'utf8').replace('work-items', 'wirk-items'));
    },
    'an update that keeps the time': () => {
      const { mtime } = statSync(join(copy, commandLine));
      edit('// unpacked');
      utimesSync(join(copy, commandLine), mtime, mtime);
    },
    'a removed file': () => rmSync(join(copy, 'contract/limits.ts')),
    'another version of a package': () => appendFileSync(join(copy, 'package-lock.json'), '\n'),
  };
  for (const [name, change] of Object.entries(changes)) {
    test(name, async () => {
      await useBuiltProgram();
      const program = pathToFileURL(join(copy, 'server/runtime/program.js')).href;
      const { findBuild: find } = (await import(program)) as { findBuild: typeof findBuild };
      assert.equal(find(), buildFolder());
      change();
      assert.equal(find(), null);
    });
  }
});

test('a build fails when installed packages differ from the lock file', async (t) => {
  useTinyEntryPoints();
  appendFileSync(join(copy, 'server/run-server.ts'), "import 'fastify';\n");
  t.after(() => {
    rmSync(join(packages, 'fastify'), { recursive: true });
    symlinkSync(join(root, 'node_modules', 'fastify'), join(packages, 'fastify'));
  });
  rmSync(join(packages, 'fastify'));
  cpSync(join(root, 'node_modules', 'fastify'), join(packages, 'fastify'), { recursive: true });
  const file = join(packages, 'fastify', 'package.json');
  const described = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...described, version: '5.0.0' }));
  const { code, complaint } = await run(...buildCommand);
  assert.notEqual(code, 0);
  assert.match(complaint, /node_modules\/fastify is 5\.0\.0 instead of .+; run: npm ci/);
  assert.deepEqual(programs(), []);
});

test('other users can run a build, and users who cannot read it run from source', async () => {
  useTinyEntryPoints();
  await build();
  const built = join(dist, programs()[0]!);
  const ofOthers = 0o005;
  for (const folder of [dist, built, join(built, 'chunks')]) {
    assert.equal(statSync(folder).mode & ofOthers, ofOthers, folder);
  }
  markBuilt('cli/run-command-line.js');
  assert.match(await runCommandLine(), /^built/);
  // Not even root can read a dangling link.
  const entry = join(built, 'server/run-server.js');
  rmSync(entry);
  symlinkSync('nowhere', entry);
  assert.equal(await runCommandLine(), 'usage\n');
});

test('symbolic links and missing sources do not prevent a start', async () => {
  useTinyEntryPoints();
  symlinkSync('..', join(copy, 'server', 'up'));
  symlinkSync('nowhere', join(copy, 'server', '.#main.ts'));
  await build();
  markBuilt('cli/run-command-line.js');
  assert.match(await runCommandLine(), /^built/);
  rmSync(join(copy, 'sdk'), { recursive: true });
  assert.equal(await runCommandLine(), 'usage\n');
});

/** Replaces the entry points by tiny ones, which build fast. */
function useTinyEntryPoints(): void {
  for (const path of entryPoints) {
    writeFileSync(join(copy, path), "export { scopes } from '#contract/scopes.ts';\n");
  }
  writeFileSync(
    join(copy, commandLine),
    "export const runCommandLine = async () => (process.stdout.write('usage\\n'), 0);\n",
  );
}

/** Copies the build of this project, whose sources are the same. */
async function useBuiltProgram(): Promise<void> {
  await buildProgram();
  copyFromProject(buildFolder());
}

function copyFromProject(path: string): void {
  copyWithTimes(join(root, path), join(copy, path));
}

function programs(): string[] {
  return existsSync(dist) ? readdirSync(dist) : [];
}

function edit(line: string): void {
  appendFileSync(join(copy, commandLine), `\n${line}\n`);
}

/** Makes it print its name when run. */
function markBuilt(file: string): void {
  const line = `\nprocess.stdout.write(${JSON.stringify(`built: ${file}\n`)});\n`;
  for (const name of programs()) appendFileSync(join(dist, name, file), line);
}

const buildCommand = [
  '--input-type=module',
  '--eval',
  `await (await import(${JSON.stringify(builder)})).buildProgram()`,
];

async function build(): Promise<void> {
  const { code, complaint } = await run(...buildCommand);
  assert.equal(code, 0, complaint);
}

async function runCommandLine(): Promise<string> {
  const { code, printed, complaint } = await run('cli/vakwerk.js', '--help');
  assert.equal(code, 0, complaint);
  return printed;
}

async function runServer(): Promise<string> {
  const child = start('server/main.js');
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    const wasReady = printed.includes('Vakwerk is ready');
    printed += chunk;
    if (!wasReady && printed.includes('Vakwerk is ready')) child.kill('SIGTERM');
  });
  const [complaint] = await Promise.all([text(child.stderr), once(child, 'close')]);
  assert.equal(child.exitCode, 0, complaint);
  return printed;
}

async function run(...args: string[]) {
  const child = start(...args);
  const [printed, complaint] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code: child.exitCode, printed, complaint };
}

function start(...args: string[]) {
  return spawn(process.execPath, args, {
    cwd: copy,
    env: { PATH: process.env['PATH'], DATA_DIR: join(copy, 'data'), HOST: '127.0.0.1', PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
