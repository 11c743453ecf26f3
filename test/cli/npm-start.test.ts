// `npm start` builds the web app and the program when needed. In a copy of the project with its own
// build. npm and a build are slow, so each start serves several tests.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { lockDataFolder } from '#server/data-folder.ts';
import { buildFolder } from '#runtime/program.js';
import { buildProgram } from '../../scripts/build-program.ts';
import { buildWeb } from '../../scripts/build-web.ts';
import { temporaryFolder } from '../support/command-line.ts';
import { copyWithTimes } from '../support/copy-with-times.ts';
import { linkPackages } from '../support/link-packages.ts';
import { projectFiles, root } from '../support/project-files.ts';
import { eventually } from '../support/within.ts';

const leftOut = /^(test|bench)\//;

const folder = temporaryFolder();
const copy = folder.file('project');
const dataDir = folder.file('data');
const dist = join(copy, 'dist');
const mark = join(copy, 'web', 'dist', 'stamp.txt');
const words = join(copy, 'web', 'src', 'app', 'shell-words.ts');
const [oldWords, newWords] = ['Skip to content', 'Skip to what is new'];

before(async () => {
  await Promise.all([buildWeb(), buildProgram()]);
  const built = ['web/dist', buildFolder()];
  for (const path of [...projectFiles().filter((one) => !leftOut.test(one)), ...built]) {
    copyWithTimes(join(root, path), join(copy, path));
  }
  linkPackages(copy);
});
after(() => folder.remove());

test('a build of the same sources is left alone', async () => {
  const programs = readdirSync(dist);
  const builtAt = statSync(mark).mtimeMs;
  const { child, printed } = runNpm('run', 'prestart');
  await once(child, 'close');
  assert.equal(child.exitCode, 0, printed.text);
  assert.doesNotMatch(printed.text, /not built/);
  assert.equal(statSync(mark).mtimeMs, builtAt);
  assert.deepEqual(readdirSync(dist), programs);
});

describe('after a change', () => {
  let started: Started;
  before(async () => {
    writeFileSync(words, readFileSync(words, 'utf8').replace(oldWords, newWords));
    rmSync(dist, { recursive: true });
    started = await start();
  });
  after(() => started && endGroup(started.child));

  test('a web app of older sources is replaced, and a program that is missing is built', async () => {
    const text = await textOfApp(started.url);
    assert.ok(text.includes(newWords));
    assert.ok(!text.includes(oldWords));
    assert.ok(existsSync(join(copy, buildFolder())));
  });

  test('SIGTERM to npm shuts the server down gracefully', async () => {
    const { child, printed } = started;
    await endByNpm(child, () => lockDataFolder(dataDir, 0).release());
    assert.equal(child.exitCode, 0, printed.text);
    assert.match(printed.text, /"msg":"closed"/);
  });
});

describe('without the workspace', () => {
  let started: Started;
  before(async () => {
    for (const name of ['vite', 'esbuild']) rmSync(join(copy, 'node_modules', name));
    rmSync(dist, { recursive: true });
    writeFileSync(words, readFileSync(words, 'utf8').replace(newWords, oldWords));
    started = await start();
  });
  after(() => started && endGroup(started.child));

  test('an installation serves what it brought along, and runs from source', async () => {
    assert.ok((await textOfApp(started.url)).includes(newWords));
    assert.doesNotMatch(started.printed.text, /not built/);
    assert.ok(!existsSync(dist));
  });

  test('Ctrl-C, which reaches npm and the server, shuts the server down gracefully', async () => {
    const { child, printed } = started;
    await endGroup(child, 'SIGINT');
    assert.equal(child.exitCode, 0, printed.text);
    assert.match(printed.text, /"msg":"closed"/);
  });
});

describe('a web app that cannot be built', () => {
  let started: Started;
  before(async () => {
    symlinkSync(join(root, 'node_modules', 'vite'), join(copy, 'node_modules', 'vite'));
    rmSync(join(copy, 'web', 'dist'), { recursive: true });
    rmSync(join(copy, 'web', 'index.html'));
    rmSync(dataDir, { recursive: true });
    cpSync(join(root, buildFolder()), join(copy, buildFolder()), { recursive: true });
    started = await start();
  });
  after(() => started && endGroup(started.child));

  test('does not hold the server up', async () => {
    assert.match(started.printed.text, /^vakwerk: the web app was not built: /m);
    assert.equal((await fetch(`${started.url}/healthz`)).status, 200);
  });

  test('is not linked to by the welcome, and the start page says how to get it', async () => {
    const response = await fetch(started.url);
    assert.equal(response.status, 503);
    const { message } = (await response.json()) as { message: string };
    assert.match(message, /not built\. Run: npm ci && npm start\./);
    const { text } = started.printed;
    assert.match(text, /^ {2}vk_\w+$/m);
    assert.doesNotMatch(text, /\/welcome\//);
    assert.match(text, /not built\. Run: npm ci && npm start$/m);
  });
});

test('SIGTERM to npm ends a command', async () => {
  // Never responds, so that the command waits.
  const api = createServer().listen(0, '127.0.0.1');
  await once(api, 'listening');
  const { port } = api.address() as AddressInfo;
  const { child } = runNpm(
    'run',
    '-s',
    'vakwerk',
    '--',
    'mcp',
    '--url',
    `http://127.0.0.1:${port}`,
  );
  try {
    await once(api, 'request');
    const signalGroup = () => process.kill(-child.pid!, 0);
    await endByNpm(child, () => assert.throws(signalGroup, { code: 'ESRCH' }));
  } finally {
    api.closeAllConnections();
    api.close();
  }
});

type Started = ReturnType<typeof runNpm> & { url: string };

async function start(): Promise<Started> {
  const { child, printed } = runNpm('start');
  const url = () => /Vakwerk is ready at (\S+)/.exec(printed.text)?.[1];
  try {
    await eventually(async () => {
      assert.equal(child.exitCode, null, printed.text);
      return url() !== undefined;
    });
  } catch (error) {
    await endGroup(child);
    throw error;
  }
  return { child, printed, url: url()! };
}

function runNpm(...script: string[]): { child: ChildProcess; printed: { text: string } } {
  const printed = { text: '' };
  const child = spawn('npm', script, {
    cwd: copy,
    env: {
      PATH: process.env['PATH'],
      HOME: folder.path,
      // npm would otherwise check the registry for a newer npm.
      npm_config_update_notifier: 'false',
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: dataDir,
      // Not an existing key.
      VAKWERK_API_KEY: 'vk_none',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group of its own, to be ended as one.
    detached: true,
  });
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => (printed.text += chunk));
  }
  return { child, printed };
}

/** Signals npm only. Once npm has exited, so has its child. */
async function endByNpm(child: ChildProcess, assertGone: () => void): Promise<void> {
  const exited = once(child, 'exit');
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  await exited;
  try {
    assertGone();
  } catch (error) {
    process.kill(-child.pid!, 'SIGKILL');
    throw error;
  }
  await closed;
}

async function endGroup(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'close');
  process.kill(-child.pid!, signal);
  await ended;
}

/** All of the app's code, as a browser gets it. */
async function textOfApp(url: string): Promise<string> {
  const read = async (path: string) => {
    const response = await fetch(`${url}${path}`);
    assert.equal(response.status, 200, path);
    return response.text();
  };
  assert.match(await read('/'), /<script [^>]*src="\/assets\/first-[^"]+\.js"/);
  const worker = await read('/service-worker.js');
  const paths = [...new Set(worker.match(/\/assets\/[^"'`]+\.js/g))];
  assert.ok(paths.length > 10, worker.slice(0, 500));
  return (await Promise.all(paths.map(read))).join('\n');
}
