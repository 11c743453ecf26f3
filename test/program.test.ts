// The program runs from a few built files, but only from those that were built of the sources as they are.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, beforeEach, test } from 'node:test';
import { builtFolder, programParts } from '#server/program.js';
import { buildProgram } from '../scripts/build-program.ts';
import { linkPackages } from './support/link-packages.ts';
import { root } from './support/project-files.ts';

const copied = [
  'cli',
  'contract',
  'docs/guide',
  'package-lock.json',
  'package.json',
  'places',
  'scripts/build-program.ts',
  'sdk/src',
  'server',
];
const commandLine = 'cli/run-command-line.ts';
const builder = './scripts/build-program.ts';

// Whatever that of the developer is.
process.umask(0o022);
const copy = mkdtempSync(join(tmpdir(), 'vakwerk-program-'));
const dist = join(copy, 'dist');
const packages = join(copy, 'node_modules');
before(() => linkPackages(copy));
beforeEach(() => {
  for (const path of [...copied, 'dist', 'data']) {
    rmSync(join(copy, path), { recursive: true, force: true });
  }
  for (const path of copied) cpSync(join(root, path), join(copy, path), { recursive: true });
});
after(() => rmSync(copy, { recursive: true, force: true }));

test('without a build, or after a change, the command line runs as it is written', async () => {
  useSmallParts();
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

// That it runs as it is written too is tested in cli/npm-start.test.ts.
test('a built server runs with built threads', async () => {
  await useBuiltProgram();
  markBuilt('server/run-server.js');
  markBuilt('server/runner/database-thread.js');
  const printed = await runServer();
  assert.match(printed, /^built: server\/run-server\.js$/m);
  assert.equal(printed.split('built: server/runner/database-thread.js\n').length - 1, 2);
});

test('what tells the place of all else is not built itself', async () => {
  await useBuiltProgram();
  const [name] = programs();
  const files = readdirSync(join(dist, name!), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .map((file) => readFileSync(join(dist, name!, file), 'utf8'));
  for (const part of programParts) {
    assert.ok(
      files.some((file) => file.includes(`\n// ${part}\n`)),
      part,
    );
  }
  for (const file of files) assert.doesNotMatch(file, /^\/\/ server\/\w+(-\w+)*\.js$/m);
});

test('the two programs before it are kept, for servers that still run them', async () => {
  useSmallParts();
  await build();
  const [first] = programs();
  const built: string[] = [];
  for (const name of ['a', 'b', 'c']) {
    edit(`// ${name}`);
    await build();
    built.push(programs().find((one) => one !== first && !built.includes(one))!);
    if (name !== 'b') continue;
    // It is used again, and so the others are older.
    const edited = readFileSync(join(copy, commandLine), 'utf8');
    useSmallParts();
    await build();
    writeFileSync(join(copy, commandLine), edited);
  }
  assert.deepEqual(programs().sort(), [first, built[1], built[2]].sort());
  assert.deepEqual(readdirSync(join(dist, 'unfinished')), []);
});

test('of two who build at once both have a program', async () => {
  useSmallParts();
  await Promise.all([build(), build()]);
  assert.equal(programs().length, 1);
  markBuilt('cli/run-command-line.js');
  assert.match(await runCommandLine(), /^built/);
});

test('packages of other versions than the sources name are not built into it', async (t) => {
  useSmallParts();
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

test('others may run it, and who may not read it runs what is written', async () => {
  useSmallParts();
  await build();
  const program = join(dist, programs()[0]!);
  const ofOthers = 0o005;
  for (const folder of [dist, program, join(program, 'chunks')]) {
    assert.equal(statSync(folder).mode & ofOthers, ofOthers, folder);
  }
  markBuilt('cli/run-command-line.js');
  assert.match(await runCommandLine(), /^built/);
  // Nobody may read a link that leads nowhere, whoever runs the tests.
  const entry = join(program, 'server/run-server.js');
  rmSync(entry);
  symlinkSync('nowhere', entry);
  assert.equal(await runCommandLine(), 'usage\n');
});

test('what is not to be read does not keep it from running', async () => {
  useSmallParts();
  symlinkSync('..', join(copy, 'server', 'up'));
  symlinkSync('nowhere', join(copy, 'server', '.#main.ts'));
  await build();
  markBuilt('cli/run-command-line.js');
  assert.match(await runCommandLine(), /^built/);
  rmSync(join(copy, 'sdk'), { recursive: true });
  assert.equal(await runCommandLine(), 'usage\n');
});

/** Parts that do next to nothing: for what does not depend on what is in them, and built in no time. */
function useSmallParts(): void {
  for (const part of programParts) {
    writeFileSync(join(copy, part), "export { scopes } from '#contract/scopes.ts';\n");
  }
  writeFileSync(
    join(copy, commandLine),
    "export const runCommandLine = async () => (process.stdout.write('usage\\n'), 0);\n",
  );
}

/** That of this project, whose sources are the same. */
async function useBuiltProgram(): Promise<void> {
  await buildProgram();
  cpSync(join(root, builtFolder()), join(copy, builtFolder()), { recursive: true });
}

function programs(): string[] {
  return readdirSync(dist).filter((name) => name !== 'unfinished');
}

function edit(line: string): void {
  appendFileSync(join(copy, commandLine), `\n${line}\n`);
}

/** Says so when it is run. */
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
