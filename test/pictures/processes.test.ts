// A failing picture process costs one picture at most, and none outlives the server.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { needs } from '../support/needs.ts';
import { hungryPng, photo } from '../support/picture-files.ts';
import { pictureProcesses, pictureProcessesOf, TestPictures } from '../support/picture-maker.ts';
import { eventually } from '../support/within.ts';

const closedRefusal = { name: 'PictureRefused', code: 'storage_failed', isTransient: true };

const quick = await photo(40, 30).jpeg().toBuffer();
const dot = await photo(1, 1).png().toBuffer();

const deaths = [
  { signal: 'SIGKILL', code: 'image_too_big', isTransient: true },
  { signal: 'SIGABRT', code: 'image_too_big', isTransient: false },
  { signal: 'SIGSEGV', code: 'not_an_image', isTransient: false },
] as const;

for (const { signal, ...refusal } of deaths) {
  test(`${signal} fails the picture in progress and no other`, async (t) => {
    const pictures = start(t);
    const first = await warmUp(pictures);
    const paths = pictures.putHalf(quick);
    const refused = assert.rejects(pictures.maker.make(paths), refusal);
    const next = pictures.make(quick);
    await halfMade(paths);
    process.kill(first.pid, signal);
    await refused;
    assert.equal((await next).made.width, 40);
    assert.ok(!existsSync(paths.picture) && !existsSync(paths.thumbnail));
    assert.notEqual(onlyProcess().pid, first.pid);
    assert.match(pictures.errors.map(String).join(), new RegExp(signal));
  });
}

test('a hanging process times out', async (t) => {
  const pictures = start(t, { makeMsMax: 6_000 });
  const { pid } = await warmUp(pictures);
  process.kill(pid, 'SIGSTOP');
  await assert.rejects(pictures.make(quick), { code: 'image_too_big', isTransient: false });
  assert.equal((await pictures.make(quick)).made.width, 40);
  assert.notEqual(onlyProcess().pid, pid);
  assert.equal(pictures.errors.length, 1);
});

test('brands take turns, however many pictures one of them has', async (t) => {
  const pictures = start(t);
  await warmUp(pictures);
  const done: string[] = [];
  const make = async (owner: string) => {
    await pictures.maker.make(pictures.put(quick, owner));
    done.push(owner);
  };
  // The first is in progress when the others arrive.
  await Promise.all(['a', 'a', 'a', 'a', 'a', 'b', 'c', 'b'].map(make));
  assert.deepEqual(done.slice(0, 5), ['a', 'b', 'c', 'a', 'b']);
});

test('signals to the server do not reach its processes', async (t) => {
  const pictures = start(t);
  const { pid } = await warmUp(pictures);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.kill(pid, signal);
  await pictures.make(quick);
  assert.equal(onlyProcess().pid, pid);
});

test('pictures are made in order', async (t) => {
  const pictures = start(t);
  const order: number[] = [];
  const larger = await photo(800, 600).png().toBuffer();
  const files = [larger, quick, larger, quick, quick, quick];
  await Promise.all(
    files.map(async (file, at) => {
      await pictures.make(file);
      order.push(at);
    }),
  );
  assert.deepEqual(order, [0, 1, 2, 3, 4, 5]);
  onlyProcess();
});

test('there are never more processes than allowed', async (t) => {
  const pictures = start(t, { processes: 2 });
  await Promise.all(Array.from({ length: 8 }, () => pictures.make(quick)));
  assert.equal(pictureProcessesOf(process.pid).length, 2);
});

test('a process is replaced after many pictures', async (t) => {
  const pictures = start(t);
  const { pid } = await warmUp(pictures);
  for (let made = 0; made < 100; made += 1) await pictures.make(dot);
  await eventually(async () => !pictureProcessesOf(process.pid).some((one) => one.pid === pid));
});

test('an idle process ends, and a new one starts on demand', async (t) => {
  const pictures = start(t, { idleMsMax: 50 });
  await pictures.make(quick);
  await eventually(async () => pictureProcessesOf(process.pid).length === 0);
  await pictures.make(quick);
  assert.deepEqual(pictures.errors, []);
});

test('an aborted call gets its reason, and the next picture is made', async (t) => {
  const pictures = start(t);
  const reason = new Error('nobody waits any more');
  const [early, working, waiting] = [0, 1, 2].map(() => new AbortController());
  early!.abort(reason);
  await assert.rejects(pictures.make(quick, early!.signal), reason);

  const paths = pictures.putHalf(quick);
  const refused = [
    pictures.maker.make({ ...paths, signal: working!.signal }),
    pictures.make(quick, waiting!.signal),
  ].map((made) => assert.rejects(made, reason));
  const last = pictures.make(quick);
  await halfMade(paths);
  waiting!.abort(reason);
  await refused[1];
  working!.abort(reason);
  await refused[0];
  assert.equal((await last).made.width, 40);
  assert.ok(!existsSync(paths.picture));
  assert.deepEqual(pictures.errors, []);
});

test('closing aborts pictures in progress and leaves no files', async (t) => {
  const pictures = start(t);
  const paths = pictures.putHalf(quick);
  const refused = [pictures.maker.make(paths), pictures.make(quick)].map((made) =>
    assert.rejects(made, closedRefusal),
  );
  await halfMade(paths);
  await pictures.maker.close();
  assert.deepEqual(pictureProcessesOf(process.pid), []);
  await Promise.all(refused);
  await assert.rejects(pictures.make(quick), closedRefusal);
  assert.ok(!existsSync(paths.picture) && !existsSync(paths.thumbnail));
  assert.deepEqual(pictures.errors, []);
});

test('closing does not wait for a process that is still starting', async (t) => {
  const pictures = start(t);
  const refused = assert.rejects(pictures.make(quick), closedRefusal);
  await eventually(async () => pictureProcessesOf(process.pid).length > 0);
  await pictures.maker.close();
  await refused;
});

test('a process that fails to start does not fail the photo for good', async (t) => {
  const refusal = { code: 'storage_failed', isTransient: true };
  const { execPath } = process;
  const pictures = start(t);
  process.execPath = join(pictures.folder, 'missing');
  try {
    await assert.rejects(pictures.make(quick), refusal);
  } finally {
    process.execPath = execPath;
  }
  assert.equal(pictures.errors.length, 1);
  assert.equal((await pictures.make(quick)).made.width, 40);
});

test('a process that is never ready does not fail the photo for good', async (t) => {
  if (process.platform !== 'linux') return t.skip(needs('Linux'));
  const poor = start(t, { memoryMbMax: 8, makeMsMax: 500, startMsMax: 500 });
  await assert.rejects(poor.make(quick), { code: 'storage_failed', isTransient: true });
  assert.equal(poor.errors.length, 1);
});

test('files outside its folder are not opened', async (t) => {
  const [pictures, others] = [start(t), start(t)];
  const refusal = { code: 'storage_failed', message: /Access to this API has been restricted/ };
  const [ours, foreign] = [pictures.put(quick), others.put(quick)];
  for (const paths of [
    { ...ours, source: foreign.source },
    { ...ours, picture: foreign.picture },
  ]) {
    await assert.rejects(pictures.maker.make(paths), refusal);
  }
});

test('it runs at low priority without secrets', async (t) => {
  process.env.PICTURE_TEST_SECRET = 'hunter2';
  t.after(() => delete process.env.PICTURE_TEST_SECRET);
  const { pid, niceness } = await warmUp(start(t));
  assert.equal(niceness, 10);
  if (process.platform !== 'linux') return;
  assert.doesNotMatch(readFileSync(`/proc/${pid}/environ`, 'utf8'), /hunter2/);
  assert.match(readFileSync(`/proc/${pid}/limits`, 'utf8'), /Max data size +419430400 +419430400/);
});

test('the processes of a killed server end too', async (t) => {
  const pictures = start(t);
  const { source } = pictures.put(await hungryPng());
  const program = join(import.meta.dirname, '../support/picture-server.ts');
  const server = spawn(process.execPath, [program, pictures.folder, source], { stdio: 'inherit' });
  const seen = () => pictureProcessesOf(server.pid!)[0];
  await eventually(async () => (seen()?.residentKb ?? 0) > 90 * 1024);
  const { pid } = seen()!;
  server.kill('SIGKILL');
  await once(server, 'exit');
  await eventually(async () => !pictureProcesses().some((one) => one.pid === pid));
});

function start(t: TestContext, options: ConstructorParameters<typeof TestPictures>[0] = {}) {
  const pictures = new TestPictures(options);
  t.after(() => pictures.close());
  return pictures;
}

async function warmUp(pictures: TestPictures) {
  await pictures.make(quick);
  return onlyProcess();
}

function onlyProcess() {
  const all = pictureProcessesOf(process.pid);
  assert.equal(all.length, 1);
  return all[0]!;
}

async function halfMade({ picture }: { picture: string }): Promise<void> {
  await eventually(async () => existsSync(picture));
}
