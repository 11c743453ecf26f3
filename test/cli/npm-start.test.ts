// `npm start` brings the web app and the program up to date by itself. In a copy of the project, whose build nobody else uses.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { temporaryFolder } from '../support/command-line.ts';
import { linkPackages } from '../support/link-packages.ts';
import { projectFiles, root } from '../support/project-files.ts';
import { eventually } from '../support/within.ts';

const leftOut = /^(test|bench)\//;

const folder = temporaryFolder();
const copy = folder.file('project');
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

test('an installation without the development packages serves what it brought along', async () => {
  for (const name of ['vite', 'esbuild']) rmSync(join(copy, 'node_modules', name));
  rmSync(join(copy, 'dist'), { recursive: true });
  writeFileSync(words, readFileSync(words, 'utf8').replace(newWords, oldWords));
  const printed = await whileStarted(async (url) => {
    assert.ok((await textOfApp(url)).includes(newWords));
  });
  assert.doesNotMatch(printed, /not built/);
  assert.ok(!existsSync(join(copy, 'dist')));
});

/** What was printed. */
async function whileStarted(work: (url: string) => Promise<void>): Promise<string> {
  const { child, printed } = runNpm('start');
  const url = () => /Vakwerk is ready at (\S+)/.exec(printed.text)?.[1];
  try {
    await eventually(async () => {
      assert.equal(child.exitCode, null, printed.text);
      return url() !== undefined;
    });
    await work(url()!);
  } finally {
    await end(child);
  }
  return printed.text;
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
      DATA_DIR: folder.file('data'),
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

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'close');
  process.kill(-child.pid!, 'SIGTERM');
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
