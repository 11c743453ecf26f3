// A run's output, and that it neither hangs nor leaves processes behind: small files are run as
// `npm test` runs all.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { firstThatStarts } from './support/chromium.ts';
import { temporaryFolder } from './support/command-line.ts';
import { browsersToTry } from './support/find-chromium.ts';
import { needs } from './support/needs.ts';
import { root } from './support/project-files.ts';
import { eventually } from './support/within.ts';

// Each takes two or three seconds; the machine may be busy.
const runMsMax = 60_000;
const folder = temporaryFolder();
after(() => folder.remove());

interface Run {
  code: number | null;
  printed: string;
  lines: string[];
}

async function run(fixture: string, { env = {}, options = [] as string[] } = {}): Promise<Run> {
  // With this variable Node would treat the child as part of this run.
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env;
  const reporter = '--test-reporter=./test/support/report.ts';
  const file = `test/support/fixtures/${fixture}.ts`;
  const child = spawn(process.execPath, ['--test', reporter, ...options, file], {
    cwd: root,
    env: { ...inherited, TMPDIR: folder.path, ...env },
    // A run that hangs has no exit code.
    timeout: runMsMax,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [printed, complaints] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  const all = printed + complaints;
  return { code: child.exitCode, printed: all, lines: all.trimEnd().split('\n') };
}

test('a failure shows the name, the assertion and the server’s last lines, but not thousands', async () => {
  const { code, printed, lines } = await run('failing');
  assert.equal(code, 1);
  assert.match(printed, /^✖ a suite › gets what it does not expect$/m);
  assert.match(printed, /^ {2}test\/support\/fixtures\/failing\.ts:\d+$/m);
  assert.match(printed, /this is the assertion/);
  // The last request, which the file does not log immediately.
  assert.match(
    printed,
    /the server's last lines:\n(.*\n){0,14}.*"route":"\/v1\/api\/leads","status":401/,
  );
  assert.match(printed, /… \d+ more lines …/);
  assert.ok(lines.length < 110, `${lines.length} lines`);
  assert.ok(Math.max(...lines.map((line) => line.length)) < 1_100);
  assert.match(lines.at(-1)!, /^0 passed, 1 failed, 0 skipped$/);
});

test('the summary names all skips, suites too, with their reasons', async () => {
  const { code, lines } = await run('skipped');
  assert.equal(code, 0);
  const place = 'test/support/fixtures';
  assert.deepEqual(lines.slice(-4).toSorted(), [
    '1 passed, 0 failed, 4 skipped',
    `skipped: 1 test in ${place}: ${needs('haproxy')}`,
    `skipped: 1 test in ${place}: no reason given`,
    `skipped: 2 tests in ${place}: ${needs('php')}`,
  ]);
});

test('a file whose before hook fails ends immediately, with its server', async () => {
  const { code, printed } = await run('before-fails');
  assert.equal(code, 1);
  assert.match(printed, /and 194 more/);
  const [, url] = /the hook failed beside the server at (\S+)/.exec(printed)!;
  await eventually(() => fetch(url!).then(() => false, isRefused));
});

function isRefused(error: { cause?: { code?: string } }): boolean {
  return error.cause?.code === 'ECONNREFUSED';
}

test('CI without a browser fails before the first test, with the reason last', async () => {
  const options = ['--test-global-setup=test/support/run-setup.ts'];
  const env = { CI: 'true', TEST_BROWSER: 'none', CLIENT_TOOLS: folder.path };
  const { code, lines } = await run('skipped', { env, options });
  assert.equal(code, 1);
  assert.deepEqual(lines, [`With CI=true the run ${needs('a browser')}`]);
});

test('CI without client generators fails before the first test, with the reason last', async () => {
  const options = ['--test-global-setup=test/support/run-setup.ts'];
  const env = { CI: 'true', CLIENT_TOOLS: '' };
  const { code, lines } = await run('skipped', { env, options });
  assert.equal(code, 1);
  assert.deepEqual(lines, [`With CI=true the run ${needs('client generators')}`]);
});

test('a CHROMIUM_PATH that does not start fails the run, and is named', async () => {
  const options = ['--test-global-setup=test/support/run-setup.ts'];
  const env = { CI: 'false', TEST_BROWSER: '', CHROMIUM_PATH: join(folder.path, 'none') };
  const { code, lines } = await run('skipped', { env, options });
  assert.equal(code, 1);
  assert.equal(lines.length, 1);
  assert.ok(lines[0]?.startsWith(`CHROMIUM_PATH=${env.CHROMIUM_PATH} does not start: `), lines[0]!);
});

test('browsers are tried in order, the system’s before Playwright’s', async (t) => {
  const home = join(folder.path, 'home');
  const cache = '.cache/ms-playwright';
  const inOrder = [
    'bin/chromium-headless-shell',
    'bin/chromium',
    'sbin/chromium',
    'bin/google-chrome',
    `${cache}/chromium_headless_shell-1300/chrome-headless-shell-linux64/chrome-headless-shell`,
    `${cache}/chromium-1300/chrome-linux64/chrome`,
    `${cache}/chromium_headless_shell-999/chrome-linux/headless_shell`,
    `${cache}/chromium-999/chrome-linux/chrome`,
  ].map((path) => join(home, path));
  for (const file of inOrder.toReversed()) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '');
  }
  const { HOME = '', PATH = '', CHROMIUM_PATH, PLAYWRIGHT_BROWSERS_PATH } = process.env;
  t.after(() => {
    Object.assign(process.env, { HOME, PATH });
    if (CHROMIUM_PATH) process.env['CHROMIUM_PATH'] = CHROMIUM_PATH;
    if (PLAYWRIGHT_BROWSERS_PATH)
      process.env['PLAYWRIGHT_BROWSERS_PATH'] = PLAYWRIGHT_BROWSERS_PATH;
  });
  delete process.env['CHROMIUM_PATH'];
  delete process.env['PLAYWRIGHT_BROWSERS_PATH'];
  process.env['HOME'] = home;
  process.env['PATH'] = ['bin', 'sbin'].map((name) => join(home, name)).join(delimiter);
  const tried: string[] = [];
  // All but the last are skipped.
  const started = await firstThatStarts(async ({ executablePath }) => {
    tried.push(executablePath!);
    if (executablePath !== inOrder.at(-1)) throw new Error('it does not start');
    return executablePath;
  }, browsersToTry());
  assert.equal(started, inOrder.at(-1));
  assert.deepEqual(
    tried.filter((path) => path.startsWith(home)),
    inOrder,
  );
});

test('a temporary folder has its real path, also where TMPDIR is a link', () => {
  const { TMPDIR } = process.env;
  const link = folder.file('link');
  symlinkSync(folder.path, link);
  process.env['TMPDIR'] = link;
  try {
    assert.equal(dirname(temporaryFolder().path), folder.path);
  } finally {
    if (TMPDIR === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = TMPDIR;
  }
});
