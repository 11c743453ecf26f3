// Channels, created and changed on the command line beside a running server.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { nilUuid } from '#core/uuid-v7.ts';
import {
  type CommandLine,
  commandLine,
  commandProcess,
  temporaryFolder,
} from '../support/command-line.ts';
import { listAll } from '../support/call.ts';
import { refusedIntake } from '../support/refused-intake.ts';
import { sharedServer } from '../support/shared-server.ts';

const server = await sharedServer();
const folder = temporaryFolder();

let vakwerk: CommandLine;
let brandId: string;

before(async () => {
  vakwerk = commandLine(server.dataDir, {
    PUBLIC_URL: 'https://leads.example.com',
    MAIL_IN_PORT: '2525',
    MAIL_IN_DOMAIN: 'in.example.com',
  });
  brandId = (await vakwerk.json('brands', 'create', '--name', 'Bakker')).id;
});
after(() => folder.remove());

function create(type: string, ...more: string[]) {
  const words = ['channels', 'create', '--brand', brandId, '--type', type, '--name', 'Site'];
  return vakwerk.json(...words, ...more);
}

function mapFile(name: string, map: unknown): string {
  const file = folder.file(name);
  writeFileSync(file, JSON.stringify(map));
  return file;
}

async function listed(id: string) {
  const { channels } = await vakwerk.json('channels', 'list', '--brand', brandId);
  return channels.find((channel: { id: string }) => channel.id === id);
}

test('each type is created with the place where leads go', async () => {
  const form = await create('form', '--origin', 'https://a.example', '--origin=https://b.example/');
  assert.deepEqual(form, {
    id: form.id,
    type: 'form',
    name: 'Site',
    url: `https://leads.example.com/f/${form.id}`,
  });
  const { origins, brandId: brand, isTest } = await listed(form.id);
  assert.deepEqual(
    [origins, brand, isTest],
    [['https://a.example', 'https://b.example'], brandId, false],
  );

  const map = { customerName: ['first', 'last'], title: { value: 'Quote' } };
  const hook = await create('hook', '--map', mapFile('map.json', map), '--secret', 'hush');
  assert.deepEqual(Object.keys(hook), ['id', 'type', 'name', 'url']);
  assert.match(hook.url, /^https:\/\/leads\.example\.com\/in\/\w{40}$/);
  assert.deepEqual((await listed(hook.id)).map, map);

  const mailbox = 'imaps://jan:hush@mail.example.com/INBOX';
  const mail = await create('mail', '--mailbox-url', mailbox);
  assert.deepEqual(Object.keys(mail), ['id', 'type', 'name', 'address']);
  assert.match(mail.address, /^[a-z0-9]{14}@in\.example\.com$/);
  assert.match((await listed(mail.id)).mailboxUrl, /^imaps:\/\/jan:\*\*\*@mail/);
});

test('settings are changed and emptied; the others stay', async () => {
  const { id } = await create('form', '--thanks-url', 'https://a.example/thanks');
  const change = (...words: string[]) => vakwerk.json('channels', 'change', id, ...words);
  const changed = await change('--name', 'Other', '--origin', 'https://c.example');
  assert.deepEqual([changed.id, changed.name], [id, 'Other']);
  assert.equal((await listed(id)).thanksUrl, 'https://a.example/thanks');
  await change('--thanks-url', 'none', '--origin', 'none');
  const { name, thanksUrl, origins } = await listed(id);
  assert.deepEqual([name, thanksUrl, origins], ['Other', null, []]);
});

test('an option of another type is refused', async () => {
  const { id } = await create('form');
  const { code, stderr } = await vakwerk('channels', 'change', id, '--portal', 'typeform');
  assert.equal(code, 2);
  assert.match(stderr, /portal is only for channels of the type hook/);
  const nothing = await vakwerk('channels', 'change', id);
  assert.deepEqual([nothing.code, nothing.stdout], [2, '']);
});

test('a channel of the test side is listed with its brand', async () => {
  const { id } = await create('form', '--test');
  const { brandId: brand, isTest } = await listed(id);
  assert.deepEqual([brand, isTest], [brandId, true]);
  const { stdout } = await vakwerk('channels', 'list');
  assert.match(stdout, new RegExp(`${id} +${brandId} +form \\(test\\) +Site +https://leads`));
});

test('a removed channel is gone', async () => {
  const { id } = await create('hook');
  assert.deepEqual(await vakwerk.json('channels', 'remove', id, '--brand', brandId), { id });
  assert.equal(await listed(id), undefined);
  for (const command of ['remove', 'rerun']) {
    const again = await vakwerk('channels', command, id);
    assert.deepEqual([again.code, again.stdout], [1, '']);
    assert.match(again.stderr, new RegExp(`there is no channel ${id}`));
  }
});

test('a channel of another brand is not found under this one', async () => {
  const other = (await vakwerk.json('brands', 'create', '--name', 'Jansen')).id;
  const { id } = await create('form');
  const refused = await vakwerk('channels', 'remove', id, '--brand', other);
  assert.match(refused.stderr, /there is no channel/);
  assert.ok(await listed(id));
});

test('a channel without intakes is run again', async () => {
  const { id } = await create('hook');
  assert.deepEqual(await vakwerk.json('channels', 'rerun', id), { id, created: 0, refused: 0 });
});

test('after its map was changed, refused intakes become leads with their own times', async () => {
  const { id: channelId } = await create('hook');
  const now = Date.now();
  const intakes = Array.from({ length: 50 }, (_, n) =>
    refusedIntake({
      brandId,
      channelId,
      at: now - (n + 1) * 3_600_000,
      sent: { wie: `Jan ${n}`, wat: 'Tap' },
    }),
  );
  const stillWrong = refusedIntake({ brandId, channelId, at: now, sent: { wat: 'Nobody' } });
  await server.withDatabase((db) => db.insertRows('intakes', [...intakes, stillWrong]));
  const unchanged = await vakwerk.json('channels', 'rerun', channelId);
  assert.deepEqual(unchanged, { id: channelId, created: 0, refused: 51 });

  const map = mapFile('mended.json', { customerName: 'wie', title: 'wat' });
  await vakwerk.json('channels', 'change', channelId, '--map', map);
  const { created, refused } = await vakwerk.json('channels', 'rerun', channelId);
  assert.deepEqual([created, refused], [50, 1]);
  const key = await server.createKey({ brandId });
  const leads = await listAll(server, key, '/v1/api/leads');
  assert.deepEqual(
    leads.map(({ receivedAt }) => Date.parse(receivedAt)).sort(),
    intakes.map(({ receivedAt }) => receivedAt).sort(),
  );
  const again = await vakwerk.json('channels', 'rerun', channelId);
  assert.deepEqual([again.created, again.refused], [0, 1]);
});

test('without PUBLIC_URL and MAIL_IN_DOMAIN only the rest of the place is known', async () => {
  const unknowing = commandProcess(server.dataDir);
  const words = ['channels', 'create', '--brand', brandId, '--name', 'Site', '--type'];
  const form = await unknowing(...words, 'form');
  assert.deepEqual([form.code, form.stderr], [0, '']);
  assert.match(form.stdout, /PUBLIC_URL is not set.*url +\/f\/[-\w]{36}\n$/s);
  const mail = await unknowing(...words, 'mail');
  assert.match(mail.stdout, /MAIL_IN_DOMAIN are not set.*address +[a-z0-9]{14}\n$/s);
});

for (const words of [
  ['create', '--brand', 'nobody', '--type', 'form', '--name', 'Site'],
  ['list', '--brand', 'nobody'],
  ['rerun', nilUuid, '--brand', 'nobody'],
]) {
  test(`${words[0]} for an unknown brand`, async () => {
    const { code, stderr } = await vakwerk('channels', ...words);
    assert.equal(code, 1);
    assert.match(stderr, /no brand nobody/);
  });
}
