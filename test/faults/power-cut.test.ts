// A power cut: unflushed writes are lost, all or in part. No acknowledged lead or picture is
// missing afterwards, and nothing is half-made. Own server: its writes are recorded, and the
// moments of the cuts are chosen from the record afterwards.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { databaseFileIn } from '#server/data-folder.ts';
import { createLead } from '../support/call.ts';
import { commandLine, temporaryFolder } from '../support/command-line.ts';
import { accessToSqlite } from '../support/database-access.ts';
import type { JournalRecord } from '../support/disk-journal.ts';
import { countHalves, lookUpLoad, settle } from '../support/fault-outcome.ts';
import { isLongRun } from '../support/fault-record.ts';
import { JournaledDisk } from '../support/journaled-disk.ts';
import { LeadLoad } from '../support/lead-load.ts';
import { trusting } from '../support/photo-server.ts';
import { type PictureHost, startPictureHost } from '../support/picture-host.ts';
import { type AcknowledgedLead, acknowledgedIn, lostOf, momentsOf } from '../support/power-cuts.ts';
import { cannotPreload } from '../support/preload.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { eventually } from '../support/within.ts';

const rounds = isLongRun ? 5 : 1;
const cutsPerRound = isLongRun ? 24 : 8;
const cutsWhileClosing = isLongRun ? 24 : 4;
const leadsPerRound = isLongRun ? 400 : 100;
const connections = 16;

const seed = Number(process.env['SEED'] ?? 20_266);
const random = seededRandom(seed);
const scratch = temporaryFolder();
const dataDir = scratch.file('data');
const copy = scratch.file('cut');
let host: PictureHost;
let server: TestServer | undefined;
let disk: JournaledDisk;
let brandId: string;
let key: string;
// A brand used for nothing else.
let loadKey: string;

before(async () => {
  if (cannotPreload) return;
  mkdirSync(dataDir);
  host = await startPictureHost();
  ({ brandId, key } = await createBrand());
  ({ key: loadKey } = await createBrand());
  disk = new JournaledDisk({
    scratch: scratch.path,
    folder: dataDir,
    whole: join(dataDir, 'assets'),
  });
});
after(async () => {
  await server?.stop();
  await host?.close();
  scratch.remove();
});

test('power cuts under load', { skip: cannotPreload }, async (t) => {
  t.diagnostic(`SEED=${seed}`);
  const load = new LeadLoad({ key: loadKey, connections });
  const survivors: AcknowledgedLead[] = [];
  let [cuts, lost, halfMade, longestRecoveryMs] = [0, 0, 0, 0];
  const look = async (records: readonly JournalRecord[], at: number) => {
    const seen = await lookInto(copy, survivors, records, at);
    lost += seen.lost;
    halfMade += seen.halfMade;
    cuts++;
  };
  server = await start();
  for (let round = 0; round < rounds; round++) {
    await sendLeads(load, round);
    await server.stop('SIGKILL');
    await load.ended();
    const records = disk.records();
    assert.ok(records.some(isCheckpoint), 'no checkpoint has written to the database');
    for (const [index, at] of momentsOf(records, cutsPerRound, random).entries()) {
      // Every other time part of the unflushed data survives.
      const survives = index % 4 < 2 ? () => false : () => random() < 0.5;
      disk.cut(records, { at, into: copy, survives });
      await look(records, at);
    }
    if (round === 0) await assertSeesMissingFsync(records);
    // The last cut is final: a server goes on with what is left.
    disk.cut(records, { at: Infinity, into: copy, survives: () => random() < 0.5 });
    await look(records, Infinity);
    survivors.push(...acknowledgedIn(records));
    rmSync(dataDir, { recursive: true });
    renameSync(copy, dataDir);
    disk.begin();
    const began = performance.now();
    server = await start();
    assert.equal((await createLead(server, key)).status, 201);
    longestRecoveryMs = Math.max(longestRecoveryMs, performance.now() - began);
    await load.sendRetries(server);
  }
  const { seen } = await lookUpLoad(server, loadKey, load);

  // The cut may hit the shutdown, while the log is emptied.
  await server.stop();
  server = undefined;
  const records = disk.records();
  for (const at of records.slice(-cutsWhileClosing).map(({ position }) => position + 1)) {
    disk.cut(records, { at, into: copy });
    await look(records, at);
  }
  t.diagnostic(`${cuts} power cuts, ${seen.acknowledged} leads acknowledged`);
  settle({ ...seen, lost: lost + seen.lost, halfMade: halfMade + seen.halfMade }, [
    { fault: 'power cut: what was not flushed is lost', times: cuts, longestRecoveryMs },
  ]);
});

async function createBrand(): Promise<{ brandId: string; key: string }> {
  const vakwerk = commandLine(dataDir);
  const { id: brandId } = await vakwerk.json('brands', 'create', '--name', 'Bakker');
  const wanted = ['--brand', brandId, '--name', 'test', '--scopes', 'full'];
  const { key } = await vakwerk.json('keys', 'create', ...wanted);
  return { brandId, key };
}

function start(): Promise<TestServer> {
  return startServer({ dataDir, env: { ...trusting(host), ...disk.env } });
}

async function sendLeads(load: LeadLoad, round: number): Promise<void> {
  const photoUrls = [host.url(`/photo.png?n=${round}&width=200`)];
  const { status, body } = await createLead(server!, key, { photoUrls });
  assert.equal(status, 201);
  assert.equal(body.photos[0].status, 'stored');
  const enough = load.acknowledged.length + leadsPerRound;
  load.start(server!);
  await eventually(async () => load.acknowledged.length >= enough);
}

/** Checks everything; returns the number of acknowledged leads that are missing or half-made. */
async function lookInto(
  folder: string,
  survivors: readonly AcknowledgedLead[],
  records: readonly JournalRecord[],
  at: number,
): Promise<{ lost: number; halfMade: number }> {
  const before = acknowledgedIn(records).filter(({ position }) => position < at);
  const acknowledged = [...survivors, ...before];
  const { use: withDatabase } = accessToSqlite(databaseFileIn(folder));
  const halfMade = await countHalves({ withDatabase });
  const lost = await withDatabase((db) => lostOf(db, acknowledged));
  for (const assetId of acknowledged.flatMap(({ storedAssets }) => storedAssets)) {
    assert.deepEqual(bytesOf(folder, assetId), bytesOf(dataDir, assetId), 'a picture');
  }
  return { lost: lost.length, halfMade };
}

/** The picture and its thumbnail. */
function bytesOf(folder: string, assetId: string): Buffer[] {
  const path = join(folder, 'assets', brandId, assetId.slice(-2), assetId);
  return [path, `${path}.thumbnail`].map((file) => readFileSync(file));
}

/**
 * The same check must find harm when an fsync of the log or of pictures is left out. It cuts at the
 * end of the busiest time between two checkpoints: what a checkpoint has moved survives without the log.
 */
async function assertSeesMissingFsync(records: readonly JournalRecord[]): Promise<void> {
  const { at, answers } = busiestTime(records);
  // So that not all of these were committed before the time began.
  assert.ok(answers > connections, `only ${answers} answers between two checkpoints`);
  for (const forgotten of ['.sqlite-wal', '/assets']) {
    disk.cut(records, { at, into: copy, isForgotten: ({ path }) => path.includes(forgotten) });
    const isHarmed = lookInto(copy, [], records, at).then(
      ({ lost, halfMade }) => lost + halfMade > 0,
      () => true,
    );
    assert.ok(await isHarmed, `no fsync of ${forgotten} was needed`);
  }
}

function busiestTime(records: readonly JournalRecord[]): { at: number; answers: number } {
  let busiest = { at: 0, answers: 0 };
  let answers = 0;
  for (const record of [...records, null]) {
    if (record?.kind === 'answer') answers++;
    if (record && !isCheckpoint(record)) continue;
    if (answers > busiest.answers) busiest = { at: record?.position ?? Infinity, answers };
    answers = 0;
  }
  return busiest;
}

function isCheckpoint({ kind, path }: JournalRecord): boolean {
  return kind === 'sync' && path === databaseFileIn(dataDir);
}
