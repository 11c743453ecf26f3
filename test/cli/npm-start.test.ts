// `npm start` brings the web app and the program up to date by itself. In a copy of the project, whose build nobody else uses.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { lockDataFolder } from '#server/data-folder.ts';
import { temporaryFolder } from '../support/command-line.ts';
import { linkPackages } from '../support/link-packages.ts';
import { projectFiles, root } from '../support/project-files.ts';
import { eventually } from '../support/within.ts';

const leftOut = /^(test|bench)\//;

const folder = temporaryFolder();
const copy = folder.file('project');
const dataDir = folder.file('data');
const mark = join(copy, 'web', 'dist', 'built-from.txt');
const words = join(copy, 'web', 'src', 'app', 'shell-words.ts');
const [oldWords, newWords] = ['Skip to content', 'Skip to what is new'];

before(() => {
  for (const file of projectFiles().filter((one) => !leftOut.test(one))) {
    cpSync(join(root, file), join(copy, file));
  }
  linkPackages(copy);
});
after(() => folder.remove());

test('without a build it makes one, in seconds', async () => {
  assert.equal(existsSync(mark), false);
  await whileStarted(async (url) => {
    assert.ok((await textOfApp(url)).includes(oldWords));
  });
  assert.ok(existsSync(join(copy, 'dist')));
});

test('a build of the same sources is left alone', async () => {
  const built = statSync(mark).mtimeMs;
  const { child, printed } = runNpm('run', 'prestart');
  await once(child, 'close');
  assert.equal(child.exitCode, 0, printed.text);
  assert.equal(statSync(mark).mtimeMs, built);
});

test('a build of older sources is replaced', async () => {
  writeFileSync(words, readFileSync(words, 'utf8').replace(oldWords, newWords));
  await whileStarted(async (url) => {
    const text = await textOfApp(url);
    assert.ok(text.includes(newWords));
    assert.ok(!text.includes(oldWords));
  });
});

test('an installation without the workspace serves what it brought along', async () => {
  for (const name of ['vite', 'esbuild']) rmSync(join(copy, 'node_modules', name));
  rmSync(join(copy, 'dist'), { recursive: true });
  writeFileSync(words, readFileSync(words, 'utf8').replace(newWords, oldWords));
  const printed = await whileStarted(async (url) => {
    assert.ok((await textOfApp(url)).includes(newWords));
  });
  assert.doesNotMatch(printed, /not built/);
  assert.ok(!existsSync(join(copy, 'dist')));
});

test('without a web app the welcome links to none, and the start page says how to get it', async () => {
  rmSync(join(copy, 'web', 'dist'), { recursive: true });
  rmSync(dataDir, { recursive: true });
  const printed = await whileStarted(async (url) => {
    const response = await fetch(url);
    assert.equal(response.status, 503);
    const { message } = (await response.json()) as { message: string };
    assert.match(message, /not built\. Run: npm ci && npm start\./);
  });
  assert.match(printed, /^ {2}vk_\w+$/m);
  assert.doesNotMatch(printed, /\/welcome\//);
  assert.match(printed, /not built\. Run: npm ci && npm start$/m);
});

test('a web app that cannot be built does not hold the server up', async () => {
  symlinkSync(join(root, 'node_modules', 'vite'), join(copy, 'node_modules', 'vite'));
  rmSync(join(copy, 'web', 'index.html'));
  const printed = await whileStarted(async (url) => {
    assert.equal((await fetch(`${url}/healthz`)).status, 200);
  });
  assert.match(printed, /^vakwerk: the web app was not built: /m);
});

test('SIGTERM to npm shuts the server down gracefully', async () => {
  const { child, printed } = await start();
  await endByNpm(child, () => lockDataFolder(dataDir, 0).release());
  assert.equal(child.exitCode, 0, printed.text);
  assert.match(printed.text, /"msg":"closed"/);
});

test('Ctrl-C, which reaches npm and the server, shuts the server down gracefully', async () => {
  const { child, printed } = await start();
  await endGroup(child, 'SIGINT');
  assert.equal(child.exitCode, 0, printed.text);
  assert.match(printed.text, /"msg":"closed"/);
});

test('SIGTERM to npm ends a command', async () => {
  // Never answers, so that the command waits.
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

/** What was printed. */
async function whileStarted(work: (url: string) => Promise<void>): Promise<string> {
  const { child, printed, url } = await start();
  try {
    await work(url);
  } finally {
    await endGroup(child);
  }
  return printed.text;
}

async function start(): Promise<ReturnType<typeof runNpm> & { url: string }> {
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

function runNpm(...words: string[]): { child: ChildProcess; printed: { text: string } } {
  const printed = { text: '' };
  const child = spawn('npm', words, {
    cwd: copy,
    env: {
      PATH: process.env['PATH'],
      HOME: folder.path,
      // It would ask outside for a newer one of itself.
      npm_config_update_notifier: 'false',
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: dataDir,
      // Of no key that there is.
      VAKWERK_KEY: 'vk_none',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, which is ended as one.
    detached: true,
  });
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => (printed.text += chunk));
  }
  return { child, printed };
}

/** The signal goes to npm alone. When npm is gone, so is what it started. */
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

/** All of the app's code, as a browser would get it. */
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
