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
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { builtFolder, programFolder, programParts, projectFile } from '#server/program.js';
import { buildProgram } from '../scripts/build-program.ts';
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
const builder = './scripts/build-program.ts';
const buildScript = `await (await import(${JSON.stringify(builder)})).buildProgram()`;

let copy: string;
before(async () => {
  await buildProgram();
  copy = mkdtempSync(join(tmpdir(), 'vakwerk-program-'));
  for (const path of copied) cpSync(join(root, path), join(copy, path), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
});
after(() => rmSync(copy, { recursive: true, force: true }));

test('what the tests run is what is built of these sources', () => {
  assert.equal(programFolder(), builtFolder());
  for (const part of programParts) {
    const built = readFileSync(projectFile(programFolder() + part.replace(/ts$/, 'js')), 'utf8');
    assert.ok(built.includes(`// ${part}`), part);
  }
});

test('without a build, or after a change, it runs as it is written', async () => {
  assert.match(await runCommandLine(), /^usage/im);

  await build();
  markBuilt('cli/run-command-line.js');
  assert.match(await runCommandLine(), /^built: cli\/run-command-line\.js\n/);

  appendFileSync(join(copy, 'cli/run-command-line.ts'), "\nprocess.stdout.write('edited\\n');\n");
  assert.match(await runCommandLine(), /^edited\n/);
  await build();
  assert.match(await runCommandLine(), /^edited\n/);
});

test('the server and its threads run built', async () => {
  await build();
  markBuilt('server/run-server.js');
  markBuilt('server/runner/database-thread.js');
  const printed = await runServer();
  assert.match(printed, /^built: server\/run-server\.js$/m);
  assert.equal(printed.split('built: server/runner/database-thread.js\n').length - 1, 2);
});

test('of earlier programs two are kept, for servers that still run them', async () => {
  for (const name of ['a', 'b', 'c']) {
    appendFileSync(join(copy, 'cli/run-command-line.ts'), `// ${name}\n`);
    await build();
  }
  assert.equal(programs().length, 3);
  assert.match(await runCommandLine(), /^edited\n/);
});

test('of two who build at once both have a program', async () => {
  appendFileSync(join(copy, 'cli/run-command-line.ts'), '// d\n');
  await Promise.all([build(), build()]);
  assert.equal(programs().length, 3);
  assert.match(await runCommandLine(), /^edited\n/);
});

function programs(): string[] {
  return readdirSync(join(copy, 'dist')).filter((name) => name !== 'unfinished');
}

function build(): Promise<string> {
  return run('--input-type=module', '--eval', buildScript);
}

function runCommandLine(): Promise<string> {
  return run('cli/vakwerk.js', '--help');
}

/** Says so when it is run. */
function markBuilt(file: string): void {
  const line = `\nprocess.stdout.write(${JSON.stringify(`built: ${file}\n`)});\n`;
  for (const name of programs()) appendFileSync(join(copy, 'dist', name, file), line);
}

async function runServer(): Promise<string> {
  const child = start('server/main.js');
  let printed = '';
  for await (const chunk of child.stdout) {
    printed += chunk;
    if (printed.includes('Vakwerk is ready')) child.kill('SIGTERM');
  }
  return printed;
}

async function run(...args: string[]): Promise<string> {
  const child = start(...args);
  const [printed] = await Promise.all([text(child.stdout), once(child, 'close')]);
  assert.equal(child.exitCode, 0, args.join(' '));
  return printed;
}

function start(...args: string[]) {
  return spawn(process.execPath, args, {
    cwd: copy,
    env: { PATH: process.env['PATH'], DATA_DIR: join(copy, 'data'), HOST: '127.0.0.1', PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}
