// A log that cannot be written never blocks: lines queue up to a limit, the rest is dropped and
// counted.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { temporaryFolder } from './support/command-line.ts';
import { SmallDisk } from './support/full-disk.ts';
import { logFile, logPipe, type LogPlace } from './support/log-place.ts';
import { root } from './support/project-files.ts';
import { eventually } from './support/within.ts';

const lines = 40_000;
const diskBytes = 64 * 1024;
const logging = (format: string) => `
  import { openLog } from '#server/server-log.ts';
  const log = openLog('info', '${format}');
  const request = { method: 'GET', route: '/healthz', status: 200, ms: 1.5, keyId: null, memberId: null };
  const words = {
    write() {
      for (let number = 0; number < ${lines}; number++) log.request({ requestId: 'id-' + number, ...request });
    },
    count() {},
    end: () => process.disconnect(),
    exit: () => process.exit(0),
    throw() {
      queueMicrotask(() => { throw new Error('thrown on purpose'); });
    },
    reject: () => void Promise.reject(new Error('rejected on purpose')),
    SIGTERM: () => process.kill(process.pid, 'SIGTERM'),
    SIGINT: () => process.kill(process.pid, 'SIGINT'),
    SIGHUP: () => process.kill(process.pid, 'SIGHUP'),
    last() {
      log.logger.info('the line before');
      // A file is written by another thread.
      log.logger.flush();
      log.logger.info('the last line');
    },
  };
  process.on('message', (word) => {
    words[word]();
    if (process.connected) process.send({ dropped: log.dropped() });
  });
  process.send('ready');
`;

const folder = temporaryFolder();
after(() => folder.remove());

async function withLog(
  t: { after(work: () => Promise<void>): void },
  log: LogPlace,
  format = 'json',
  errors: 'inherit' | 'ignore' = 'inherit',
): Promise<{ child: ChildProcess; ask(word: string): Promise<number> }> {
  const child = spawn(
    process.execPath,
    ['--input-type=module-typescript', '--eval', logging(format)],
    { cwd: root, stdio: ['ignore', log.descriptor, errors, 'ipc'] },
  );
  const exited = once(child, 'exit');
  t.after(async () => {
    child.kill('SIGKILL');
    await exited;
    log.close();
  });
  await once(child, 'message');
  const ask = async (word: string) => {
    child.send(word);
    const [{ dropped }] = (await once(child, 'message')) as [{ dropped: number }];
    return dropped;
  };
  return { child, ask };
}

for (const format of ['json', 'text']) {
  test(`a pipe that is not read for a while, ${format}`, async (t) => {
    const log = logPipe(folder.file(`pipe-${format}`));
    const { ask } = await withLog(t, log, format);
    log.stall();
    const dropped = await ask('write');
    assert.ok(dropped > 0 && dropped < lines, `${dropped} were dropped`);

    log.goOn();
    await eventually(async () => log.read().includes('were dropped'));
    const written = log.read().match(/"msg":"request"|GET {4}\/healthz 200/g)!.length;
    assert.equal(written + dropped, lines);
    assert.match(log.read(), new RegExp(`dropped"?[:=]${dropped}\\b`));
    assert.equal(log.read().match(/were dropped/g)!.length, 1);
    assert.equal(await ask('count'), dropped);
  });

  test(`the exit of a program whose log is not read, ${format}`, async (t) => {
    const log = logPipe(folder.file(`end-${format}`));
    const { child, ask } = await withLog(t, log, format);
    log.stall();
    await ask('write');
    child.send(format === 'json' ? 'exit' : 'end');
    assert.deepEqual(await once(child, 'exit'), [0, null]);
  });
}

const waysOut: [way: string, code: number | null, signal: string | null][] = [
  ['end', 0, null],
  ['exit', 0, null],
  ['throw', 1, null],
  ['reject', 1, null],
  ['SIGTERM', null, 'SIGTERM'],
  ['SIGINT', null, 'SIGINT'],
  ['SIGHUP', null, 'SIGHUP'],
];

for (const [way, ...ended] of waysOut) {
  test(`the last line is written, with a bounded wait: ${way}`, async (t) => {
    const file = logFile(folder.file(`last-${way}`));
    const toFile = await withLog(t, file, 'json', 'ignore');
    const pipe = logPipe(folder.file(`stalled-${way}`));
    const toPipe = await withLog(t, pipe, 'json', 'ignore');
    pipe.stall();
    await toPipe.ask('write');
    for (const { child } of [toFile, toPipe]) {
      child.send('last');
      const exit = once(child, 'exit');
      child.send(way);
      assert.deepEqual(await exit, ended);
    }
    const written = file.read().matchAll(/"msg":"(.+)"\}\n/g);
    assert.deepEqual([...written].map(([, message]) => message).toSorted(), [
      'the last line',
      'the line before',
    ]);
  });
}

test('a full disk that then has room again', async (t) => {
  const disk = SmallDisk.mount(diskBytes);
  if (typeof disk === 'string') return t.skip(disk);
  disk.take(0);
  const log = logFile(join(disk.path, 'log'));
  const { ask, child } = await withLog(t, log);
  t.after(() => disk.unmount());
  const dropped = await ask('write');
  assert.ok(dropped > 0 && dropped < lines, `${dropped} were dropped`);
  disk.giveBack();
  // There is no room for all, but for whole lines, in order.
  await eventually(async () => log.read().split('\n').length > 100);
  for (const [number, line] of log.read().split('\n').slice(0, 100).entries()) {
    assert.equal(JSON.parse(line).requestId, `id-${number}`);
  }
  child.send('exit');
  assert.deepEqual(await once(child, 'exit'), [0, null]);
});
