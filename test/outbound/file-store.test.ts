// Pictures as files: after a power cut, on a full disk, and for other users of the machine.
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import fs, {
  existsSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, test, type TestContext } from 'node:test';
import { pictureKey } from '#core/photos/asset-keys.ts';
import { StoreFailed } from '#outbound/asset-store.ts';
import { FileStore } from '#outbound/file-store.ts';
import { temporaryFolder } from '../support/command-line.ts';
import { SmallDisk } from '../support/full-disk.ts';
import { needs } from '../support/needs.ts';
import { eventually } from '../support/within.ts';

const smallDiskBytes = 1024 * 1024;
const pictureBytes = 600 * 1024;
const noProc = existsSync('/proc/self/fd') ? false : needs('Linux');

const folder = temporaryFolder();
const dataDir = folder.file('data');
const store = new FileStore(dataDir);
before(() => store.prepare());
after(() => folder.remove());

const newKey = () => pictureKey(randomUUID(), randomUUID());

function writeIncoming(bytes: number, name: string = randomUUID()): string {
  const file = join(store.incoming, name);
  writeFileSync(file, randomBytes(bytes), { mode: 0o644 });
  return file;
}

function filesIn(path: string): string[] {
  const all = readdirSync(path, { recursive: true }).map((name) => join(path, String(name)));
  return all.filter((file) => statSync(file).isFile());
}

describe('files of a store', () => {
  test('are private to their owner', async () => {
    const brandId = randomUUID();
    await store.put(pictureKey(brandId, randomUUID()), writeIncoming(100));
    const top = join(dataDir, 'assets', brandId);
    for (const name of ['', ...readdirSync(top, { recursive: true })]) {
      const stats = statSync(join(top, String(name)));
      assert.equal(stats.mode & 0o777, stats.isFile() ? 0o600 : 0o700, String(name));
    }
    assert.equal(filesIn(top).length, 1);
  });

  test('are spread over folders', async () => {
    const brandId = randomUUID();
    for (let count = 0; count < 50; count++) {
      await store.put(pictureKey(brandId, randomUUID()), writeIncoming(10));
    }
    const folders = readdirSync(join(dataDir, 'assets', brandId));
    assert.ok(folders.length > 20, `only ${folders.length} folders`);
  });

  test('are flushed before the rename, and then the folder is', async (t) => {
    if (noProc) return t.skip(noProc);
    const key = newKey();
    const file = writeIncoming(100);
    const events = await watchDisk(t, () => store.put(key, file));
    const [brandId, assetId] = key.split('/') as [string, string];
    const assets = join(dataDir, 'assets');
    const inner = join(assets, brandId, assetId.slice(-2));
    assert.deepEqual(events, [
      `flush ${file}`,
      `rename ${file} ${join(inner, assetId)}`,
      `flush ${inner}`,
      `flush ${join(assets, brandId)}`,
      `flush ${assets}`,
    ]);
  });

  test('are closed when the reader disconnects', async (t) => {
    if (noProc) return t.skip(noProc);
    const key = newKey();
    await store.put(key, writeIncoming(pictureBytes));
    for (const range of [undefined, { first: 0, last: 400_000 }]) {
      const found = await store.open(key, range);
      assert.ok(openFiles().some((path) => path.startsWith(dataDir)));
      found!.stream.destroy();
      await eventually(async () => !openFiles().some((path) => path.startsWith(dataDir)));
    }
    await assert.rejects(store.open(key, { first: 0, last: pictureBytes }), StoreFailed);
    assert.ok(!openFiles().some((path) => path.startsWith(dataDir)), 'one is left open');
  });

  test('fail when something else has their path', async () => {
    const key = newKey();
    const [brandId] = key.split('/') as [string];
    writeFileSync(join(dataDir, 'assets', brandId), 'a file where the folder of the brand belongs');
    const file = writeIncoming(100);
    await assert.rejects(store.put(key, file), StoreFailed);
    await assert.rejects(store.open(key), StoreFailed);
    await assert.rejects(store.remove(key), StoreFailed);
    assert.ok(existsSync(file), 'the file is lost');
    rmSync(join(dataDir, 'assets', brandId));
    await store.put(key, file);
    assert.equal((await buffer((await store.open(key))!.stream)).length, 100);
  });
});

describe('a small disk', () => {
  let disk: SmallDisk | string;
  before(() => {
    disk = SmallDisk.mount(smallDiskBytes);
  });
  after(() => {
    if (typeof disk !== 'string') disk.unmount();
  });

  test('takes files from another disk until it is full, and again once there is room', async (t) => {
    if (typeof disk === 'string') return t.skip(disk);
    const onDisk = new FileStore(disk.path);
    await onDisk.prepare();
    const [first, second] = [newKey(), newKey()];
    await onDisk.put(first, writeIncoming(pictureBytes));
    const events = await watchDisk(t, async () => {
      const file = writeIncoming(pictureBytes, 'second');
      await assert.rejects(onDisk.put(second, file), (error: StoreFailed) => {
        assert.ok(error instanceof StoreFailed);
        return (error.cause as NodeJS.ErrnoException).code === 'ENOSPC';
      });
      assert.ok(existsSync(file), 'the file is lost');
    });
    assert.equal(events.filter((event) => event.startsWith('rename')).length, 1, String(events));
    assert.equal(filesIn(disk.path).length, 1, 'something half-made is left');
    assert.equal(await onDisk.open(second), null);
    assert.equal((await buffer((await onDisk.open(first))!.stream)).length, pictureBytes);

    await onDisk.remove(first);
    const copied = await watchDisk(t, () => onDisk.put(second, join(store.incoming, 'second')));
    const [tried, flushed, renamed] = copied.slice(1);
    assert.match(tried!, /^rename .*second/);
    assert.match(flushed!, /^flush .*\.[0-9a-f-]{36}$/);
    assert.match(renamed!, /^rename .*\.[0-9a-f-]{36} /);
    assert.ok(!existsSync(join(store.incoming, 'second')), 'the file is still there');
    assert.equal((await buffer((await onDisk.open(second))!.stream)).length, pictureBytes);
  });

  test('fails the check while it is full', async (t) => {
    if (typeof disk === 'string') return t.skip(disk);
    const onDisk = new FileStore(disk.path);
    await onDisk.prepare();
    await onDisk.check();
    disk.take(0);
    await assert.rejects(onDisk.check(), StoreFailed);
    assert.deepEqual(readdirSync(onDisk.incoming), []);
    disk.giveBack();
    await onDisk.check();
  });
});

/** Records flushes and renames in order, while really doing them. */
async function watchDisk(t: TestContext, work: () => Promise<unknown>): Promise<string[]> {
  const events: string[] = [];
  const probe = await open(join(store.incoming, 'probe'), 'w');
  const handles = Object.getPrototypeOf(probe) as FileHandle;
  await probe.close();
  rmSync(join(store.incoming, 'probe'));
  const { sync } = handles;
  const { rename } = fs.promises;
  const flushes = t.mock.method(handles, 'sync', function (this: FileHandle) {
    events.push(`flush ${readlinkSync(`/proc/self/fd/${this.fd}`)}`);
    return sync.call(this);
  });
  const renames = t.mock.method(fs.promises, 'rename', (from: string, to: string) => {
    events.push(`rename ${from} ${to}`);
    return rename(from, to);
  });
  syncBuiltinESMExports();
  try {
    await work();
  } finally {
    flushes.mock.restore();
    renames.mock.restore();
    syncBuiltinESMExports();
  }
  return events;
}

function openFiles(): string[] {
  return readdirSync('/proc/self/fd').flatMap((name) => {
    try {
      return [readlinkSync(join('/proc/self/fd', name))];
    } catch {
      // Closed in the meantime.
      return [];
    }
  });
}
