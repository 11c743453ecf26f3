// The behaviour that all picture stores share.
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { pictureKey, thumbnailKey } from '#core/photos/asset-keys.ts';
import { type AssetStore, StoreFailed } from '#outbound/asset-store.ts';
import { openAssetStore } from '#outbound/open-asset-store.ts';
import { temporaryFolder } from '../support/command-line.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';

const pictureBytes = 3 * 1024 * 1024;
const atOnce = 20;

const folder = temporaryFolder();
let plain: S3Server;
let withPrefix: S3Server;
before(async () => {
  [plain, withPrefix] = await Promise.all([startS3Server(), startS3Server('one/two/')]);
});
after(async () => {
  await Promise.all([plain?.stop(), withPrefix?.stop()]);
  folder.remove();
});

const stores: Record<string, (dataDir: string) => Promise<AssetStore>> = {
  files: (dataDir) => openAssetStore({ kind: 'files' }, dataDir),
  'a bucket': (dataDir) => openAssetStore(plain.settings, dataDir),
  'a folder in a bucket': (dataDir) => openAssetStore(withPrefix.settings, dataDir),
};

for (const [name, openStore] of Object.entries(stores)) {
  describe(`a store of ${name}`, () => {
    const dataDir = folder.file(name.replaceAll(' ', '-'));
    let store: AssetStore;
    before(async () => {
      store = await openStore(dataDir);
      await store.prepare();
    });

    const incoming = (bytes: Uint8Array) => {
      const file = join(store.incoming, randomUUID());
      writeFileSync(file, bytes);
      return file;
    };
    const putNew = async (bytes: Uint8Array) => {
      const key = pictureKey(randomUUID(), randomUUID());
      await store.put(key, incoming(bytes));
      return key;
    };
    const read = async (key: string, range?: { first: number; last: number }) => {
      const found = await store.open(key, range);
      return found && { sizeBytes: found.sizeBytes, bytes: await buffer(found.stream) };
    };

    test('returns what was stored, and moves the file', async () => {
      const bytes = randomBytes(pictureBytes);
      const key = pictureKey(randomUUID(), randomUUID());
      const file = incoming(bytes);
      await store.put(key, file);
      assert.ok(!existsSync(file), 'the file is still there');
      const found = await read(key);
      assert.equal(found?.sizeBytes, pictureBytes);
      assert.ok(found.bytes.equals(bytes));
    });

    test('returns ranges', async () => {
      const bytes = randomBytes(pictureBytes);
      const key = await putNew(bytes);
      const last = pictureBytes - 1;
      for (const range of [
        { first: 0, last: 1 },
        { first: 0, last },
        { first: last, last },
        { first: 65_535, last: 65_536 },
        { first: 1_000_000, last: 2_000_000 },
      ]) {
        const found = await read(key, range);
        assert.equal(found?.sizeBytes, pictureBytes);
        assert.ok(found.bytes.equals(bytes.subarray(range.first, range.last + 1)));
      }
    });

    test('fails for a range out of bounds', async () => {
      const key = await putNew(randomBytes(100));
      for (const range of [
        { first: 50, last: 100 },
        { first: 100, last: 200 },
      ]) {
        await assert.rejects(read(key, range), StoreFailed);
      }
    });

    test('has nothing under an unknown key', async () => {
      const key = pictureKey(randomUUID(), randomUUID());
      assert.equal(await store.open(key), null);
      assert.equal(await store.open(key, { first: 0, last: 9 }), null);
    });

    test('deletes, and ignores a missing file', async () => {
      const key = await putNew(randomBytes(100));
      await store.remove(key);
      assert.equal(await store.open(key), null);
      await store.remove(key);
      await store.remove(pictureKey(randomUUID(), randomUUID()));
    });

    test('overwrites a key', async () => {
      const key = await putNew(randomBytes(pictureBytes));
      const bytes = randomBytes(100);
      await store.put(key, incoming(bytes));
      assert.deepEqual(await read(key), { sizeBytes: 100, bytes });
    });

    test('separates pictures, thumbnails and brands', async () => {
      const [id, otherId, brandId, otherBrandId] = Array.from({ length: 4 }, () => randomUUID());
      const keys = [
        pictureKey(brandId!, id!),
        thumbnailKey(brandId!, id!),
        pictureKey(otherBrandId!, id!),
        pictureKey(brandId!, otherId!),
      ];
      for (const key of keys) await store.put(key, incoming(Buffer.from(key)));
      await store.remove(keys[0]!);
      assert.equal(await store.open(keys[0]!), null);
      for (const key of keys.slice(1)) assert.equal(String((await read(key))?.bytes), key);
    });

    test('handles concurrent writes', async () => {
      const brandId = randomUUID();
      const keys = Array.from({ length: atOnce }, () => pictureKey(brandId, randomUUID()));
      await Promise.all(keys.map((key) => store.put(key, incoming(Buffer.from(key)))));
      const found = await Promise.all(keys.map((key) => read(key)));
      assert.deepEqual(
        found.map((one) => String(one?.bytes)),
        keys,
      );
    });

    test('refuses malformed keys', async () => {
      const file = incoming(randomBytes(10));
      for (const key of ['', 'a', '../../escape', `${randomUUID()}/../${randomUUID()}`]) {
        await assert.rejects(async () => store.put(key, file), /made of UUIDs/);
        await assert.rejects(async () => store.open(key), /made of UUIDs/);
        await assert.rejects(async () => store.remove(key), /made of UUIDs/);
      }
    });

    test('fails for a missing file', async () => {
      const key = pictureKey(randomUUID(), randomUUID());
      await assert.rejects(store.put(key, join(store.incoming, 'absent')), StoreFailed);
      assert.equal(await store.open(key), null);
    });

    test('can be probed without leaving files', async () => {
      const before = readdirSync(store.incoming);
      await store.check();
      assert.deepEqual(readdirSync(store.incoming), before);
      const nobody = join(dataDir, 'assets', '00000000-0000-0000-0000-000000000000');
      const left = existsSync(nobody) ? readdirSync(nobody, { recursive: true }) : [];
      assert.deepEqual(
        left.filter((one) => statSync(join(nobody, String(one))).isFile()),
        [],
      );
    });

    test('deletes temporary files of dead processes only', async () => {
      const key = await putNew(randomBytes(100));
      incoming(randomBytes(10));
      mkdirSync(join(store.incoming, 'folder'));
      const next = await openStore(dataDir);
      await next.prepare();
      assert.deepEqual(readdirSync(next.incoming), []);
      assert.equal(statSync(next.incoming).mode & 0o777, 0o700);
      assert.equal((await read(key))?.sizeBytes, 100);
    });
  });
}
