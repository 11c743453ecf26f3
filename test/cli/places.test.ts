// A postcode table, loaded beside a running server.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { call, createLead } from '../support/call.ts';
import {
  type CommandLine,
  commandLine,
  commandProcess,
  temporaryFolder,
} from '../support/command-line.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { assertInTime, timelyTest } from '../support/within.ts';

const folder = temporaryFolder();
let server: TestServer;
let vakwerk: CommandLine;
let key: string;

before(async () => {
  server = await startServer();
  vakwerk = commandLine(server.dataDir);
  key = await server.createKey();
});
after(async () => {
  await server?.stop();
  folder.remove();
});

function fileOf(name: string, lines: readonly string[]): string {
  const file = folder.file(name);
  writeFileSync(file, lines.join('\n'));
  return file;
}

function geoNames(country: string, code: string, latitude: number, longitude: number): string {
  return [country, code, 'Place', '', '', '', '', '', '', latitude, longitude, 6].join('\t');
}

function loadedCodes(country: string): string[] {
  const database = new DatabaseSync(server.databaseFile, { readOnly: true });
  const codes = database
    .prepare('select postcode from postcodes where country = ? order by postcode')
    .all(country);
  database.close();
  return codes.map(({ postcode }) => String(postcode));
}

function countOf(country: string): number {
  const database = new DatabaseSync(server.databaseFile, { readOnly: true });
  const row = database
    .prepare('select count(*) as count from postcodes where country = ?')
    .get(country);
  database.close();
  return Number(row!['count']);
}

async function whereIs(postalCode: string, country: string): Promise<[number, number]> {
  const { body } = await createLead(server, key, { postalCode, country });
  const addresses = await call(server, '/v1/api/address?limit=1', { key });
  const [address] = addresses.body.data;
  assert.equal(address.id, body.addressId);
  return [address.latitude, address.longitude];
}

test('leads are geocoded by the table as soon as it is loaded', async () => {
  const file = fileOf('NL.txt', [
    geoNames('NL', '3511 AB', 52.1, 5.1),
    geoNames('NL', '3511 AD', 52.3, 5.3),
    geoNames('BE', '9000', 51.05, 3.72),
  ]);
  const { loaded } = await vakwerk.json('places', 'load', file);
  assert.deepEqual(loaded, [
    { country: 'NL', postcodes: 3 },
    { country: 'BE', postcodes: 1 },
  ]);
  assert.deepEqual(await whereIs('3511ab', 'NL'), [52.1, 5.1]);
  assert.deepEqual(await whereIs('3511 XX', 'NL'), [52.2, 5.2]);
  assert.deepEqual(await whereIs('9000', 'België'), [51.05, 3.72]);
});

test('a new table replaces the one of its country only', async () => {
  const lines = ['postcode;latitude;longitude', '1000;50,85;4,35', '2000;51,22;4,40'];
  const { stdout, stderr, code } = await vakwerk(
    'places',
    'load',
    fileOf('belgium.csv', lines),
    '--country',
    'be',
  );
  assert.deepEqual([code, stderr, stdout], [0, '', 'Loaded 2 postcodes of BE\n']);
  assert.deepEqual(loadedCodes('BE'), ['1000', '2000']);
  assert.deepEqual(loadedCodes('NL'), ['3511', '3511AB', '3511AD']);
});

const wrongFiles: [name: string, lines: string[], complaint: RegExp][] = [
  [
    'a wrong line',
    [geoNames('NL', '1011AB', 52.3, 4.9), geoNames('NL', '1011AC', 520, 4.9)],
    /line 2: latitude must be a number from -90 to 90, got "520"; nothing was changed/,
  ],
  ['a wrong header', ['naam,breedte', 'a,1'], /line 1: expected a column named postcode/],
  ['no postcodes', ['postcode,latitude,longitude'], /there are no postcodes in it/],
  ['nothing', [], /there are no postcodes in it/],
  ['a packed file', ['PK\u0003\u0004\u0000'], /the file is compressed: unpack it first/],
];

describe('an invalid file changes nothing', () => {
  for (const [name, lines, complaint] of wrongFiles) {
    test(name, async () => {
      const before = loadedCodes('NL');
      const { code, stdout, stderr } = await vakwerk('places', 'load', fileOf(name, lines));
      assert.match(stderr, complaint);
      assert.match(stderr, /^vakwerk: .+\n$/);
      assert.deepEqual([code, stdout], [1, '']);
      assert.deepEqual(loadedCodes('NL'), before);
    });
  }
});

const manyCodes = 20_000;
// Far below the server's timeout for a lead.
const leadMsMax = 1_000;

timelyTest('leads are not blocked while a big table is loaded', async () => {
  const lines = Array.from({ length: manyCodes }, (_, n) =>
    geoNames('DE', String(10_000 + n), 50 + n / manyCodes, 10),
  );
  const file = fileOf('DE.txt', lines);
  const load = { isOver: false };
  // A separate process, which delays only what it locks.
  const loading = commandProcess(server.dataDir)
    .json('places', 'load', file)
    .finally(() => (load.isOver = true));
  let slowestMs = 0;
  let leadsInBetween = 0;
  while (!load.isOver) {
    const began = performance.now();
    assert.equal((await createLead(server, key)).status, 201);
    slowestMs = Math.max(slowestMs, performance.now() - began);
    const loaded = countOf('DE');
    if (loaded > 0 && loaded < manyCodes) leadsInBetween++;
  }
  assert.deepEqual((await loading).loaded, [{ country: 'DE', postcodes: manyCodes }]);
  assert.ok(leadsInBetween > 0, 'leads were written between the pieces of the table');
  assert.equal(loadedCodes('DE').length, manyCodes);
  assertInTime(slowestMs, leadMsMax, 'a lead');
});

test('a new table of many chunks leaves nothing of the old one', async () => {
  const every = (step: number) =>
    Array.from({ length: 10_000 / step }, (_, n) => geoNames('AT', `${10_000 + n * step}`, 47, 13));
  await vakwerk.json('places', 'load', fileOf('AT.txt', every(1)));
  assert.equal(loadedCodes('AT').length, 10_000);
  await vakwerk.json('places', 'load', fileOf('AT-half.txt', every(2).slice(1, -1)));
  const codes = loadedCodes('AT');
  assert.deepEqual([codes.length, codes[0], codes.at(-1)], [4_998, '10002', '19996']);
});
