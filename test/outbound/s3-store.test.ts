// A bucket that is gone, slow, full, broken or not ours: every call ends with StoreFailed and its
// duration.
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, test, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { pictureKey } from '#core/photos/asset-keys.ts';
import type { S3Settings } from '#core/photos/assets-url.ts';
import { StoreFailed } from '#outbound/asset-store.ts';
import { S3Store } from '#outbound/s3-store.ts';
import { temporaryFolder } from '../support/command-line.ts';
import {
  type S3Server,
  settingsOfNobody,
  startFalseS3Server,
  startS3Server,
  startSilentServer,
} from '../support/s3-server.ts';
import { eventually } from '../support/within.ts';

const patient = { responseMs: 5_000, uploadMs: 30_000 };
const hasty = { responseMs: 300, uploadMs: 400 };
// More than the buffers between the bucket and a reader that does not read.
const largeBytes = 16 * 1024 * 1024;
const readers = 5;

const folder = temporaryFolder();
const dataDir = folder.file('data');
const key = pictureKey(randomUUID(), randomUUID());
let real: S3Server;
before(async () => {
  real = await startS3Server();
  await storeOf(real.settings).prepare();
});
after(async () => {
  await real?.stop();
  folder.remove();
});

const storeOf = (settings: S3Settings, waits = patient) => new S3Store(settings, dataDir, waits);

function writeIncoming(store: S3Store, bytes: number): string {
  const file = join(store.incoming, randomUUID());
  writeFileSync(file, randomBytes(bytes));
  return file;
}

async function storeOfLarge(waits = patient): Promise<S3Store> {
  const store = storeOf(real.settings, waits);
  await store.put(key, writeIncoming(store, largeBytes));
  return store;
}

async function falseStore(
  t: TestContext,
  answer: RequestListener,
  waits = patient,
): Promise<S3Store> {
  const server = await startFalseS3Server(answer);
  t.after(() => server.stop());
  return storeOf(server.settings, waits);
}

async function assertFails(store: S3Store, expected: RegExp): Promise<void> {
  const file = writeIncoming(store, 100);
  const calls = {
    put: () => store.put(key, file),
    open: () => store.open(key),
    'open a part': () => store.open(key, { first: 0, last: 9 }),
    remove: () => store.remove(key),
    check: () => store.check(),
  };
  for (const [name, call] of Object.entries(calls)) {
    await assert.rejects(call, (error: Error) => {
      assert.ok(error instanceof StoreFailed, `${name}: ${error.stack}`);
      assert.match(error.message, expected, name);
      assert.ok(error.cause, name);
      return true;
    });
  }
  assert.ok(existsSync(file), 'the file is lost');
  assert.ok(!readdirSync(store.incoming).some((one) => one.startsWith('check-')));
}

describe('every call fails, and the local file stays', () => {
  test('nobody listens', async () => {
    await assertFails(storeOf(await settingsOfNobody()), /ECONNREFUSED/);
  });

  test('a silent server', async (t) => {
    const server = await startSilentServer();
    t.after(() => server.stop());
    await assertFails(storeOf(server.settings, hasty), /no answer within [34]00 ms/);
  });

  test('the key is wrong', async () => {
    await assertFails(storeOf({ ...real.settings, secretAccessKey: 'wrong' }), /403 .*Signature/);
    await assertFails(storeOf({ ...real.settings, accessKeyId: 'wrong' }), /403 .*AccessKey/);
  });

  for (const status of [301, 307, 400, 403, 500, 503, 507]) {
    test(`a response with status ${status}`, async (t) => {
      let visitors = 0;
      const elsewhere = await startFalseS3Server((_request, response) => {
        visitors++;
        response.end();
      });
      t.after(() => elsewhere.stop());
      const store = await falseStore(t, (request, response) => {
        request.resume();
        response.writeHead(status, {
          'content-type': 'application/xml',
          ...(status < 400 && { location: `${elsewhere.settings.endpoint}/pictures/x` }),
        });
        response.end('<Error><Code>SomeReason</Code></Error>');
      });
      await assertFails(store, new RegExp(`S3 returned ${status} . SomeReason`));
      assert.equal(visitors, 0, 'a redirect was followed');
    });
  }

  test('an endless error response', async (t) => {
    const answer: RequestListener = (request, response) => {
      request.resume();
      response.writeHead(500).write('<Error>');
    };
    const store = await falseStore(t, answer, hasty);
    await assertFails(store, /no answer within|aborted/);
  });

  test('the connection is cut', async (t) => {
    await assertFails(await falseStore(t, (request) => request.socket.destroy()), /failed/);
  });
});

test('a missing bucket is not a missing picture', async () => {
  const store = storeOf({ ...real.settings, bucket: 'absent' });
  await assert.rejects(store.open(key), StoreFailed);
  await assert.rejects(store.put(key, writeIncoming(store, 100)), StoreFailed);
});

test('a response with another range is refused', async (t) => {
  const asked: (string | undefined)[] = [];
  let answer: [status: number, headers: Record<string, string>] = [200, {}];
  const store = await falseStore(t, (request, response) => {
    asked.push(request.headers.range);
    response.writeHead(...answer).end('0123456789');
  });
  const parts: (typeof answer)[] = [
    [200, { 'content-length': '10' }],
    [206, { 'content-range': 'bytes 0-9/10', 'content-length': '10' }],
    [206, { 'content-range': 'bytes */10' }],
    [206, {}],
  ];
  for (answer of parts) {
    await assert.rejects(store.open(key, { first: 0, last: 0 }), StoreFailed, String(answer[1]));
  }
  assert.deepEqual(
    asked,
    parts.map(() => 'bytes=0-0'),
  );
  answer = [200, { 'transfer-encoding': 'chunked' }];
  await assert.rejects(store.open(key), StoreFailed, 'without a length');
});

describe('a truncated picture', () => {
  const cases: Record<string, { answer: RequestListener; expected: RegExp }> = {
    'the bucket falls silent': {
      answer: (_request, response) => {
        response.writeHead(200, { 'content-length': '1000' }).write('0123456789');
      },
      expected: /no data for \d+ ms/,
    },
    'the connection is cut': {
      answer: (_request, response) => {
        response.writeHead(200, { 'content-length': '1000' });
        response.write('0123456789', () => response.destroy());
      },
      expected: /terminated/,
    },
  };
  for (const [name, { answer, expected }] of Object.entries(cases)) {
    test(`is never taken as complete: ${name}`, async (t) => {
      // Short enough to wait for, long enough for the steps before.
      const store = await falseStore(t, answer, { ...patient, responseMs: 2_000 });
      const found = await store.open(key);
      assert.equal(found?.sizeBytes, 1_000);
      await assert.rejects(buffer(found.stream), (error: Error) => {
        assert.ok(error instanceof StoreFailed);
        return expected.test((error.cause as Error).message);
      });
    });
  }
});

test('a slow reader gets all of it', async () => {
  const waits = { ...patient, responseMs: 2_000 };
  const store = await storeOfLarge(waits);
  const found = await store.open(key);
  let read = 0;
  for await (const chunk of found!.stream as AsyncIterable<Buffer>) {
    // Once, and for longer than the bucket's timeout.
    if (read === 0) await wait(waits.responseMs * 1.2);
    read += chunk.length;
  }
  assert.equal(read, largeBytes);
});

test('a reader that disconnects ends the transfer', async () => {
  const store = await storeOfLarge();
  const found = await Promise.all(Array.from({ length: readers }, () => store.open(key)));
  assert.deepEqual(real.answers, { underWay: readers, brokenOff: 0 });
  for (const one of found) one!.stream.destroy();
  await eventually(async () => real.answers.underWay === 0);
  assert.equal(real.answers.brokenOff, readers, 'it was sent to the end');
  assert.equal((await buffer((await store.open(key))!.stream)).length, largeBytes);
});
