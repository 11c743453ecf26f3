// A lead that cannot be stored fails alone, whatever the size of its batch.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assertSound } from '../support/assert-sound.ts';
import { createLead, listAll } from '../support/call.ts';
import { metric } from '../support/metrics.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { assertError } from '../support/shapes.ts';
import { eventually } from '../support/within.ts';

const leadsAtOnce = 50;
const poisonous = [3, 24, 49];
const insideText = 'the trigger speaks';

let server: TestServer;
before(async () => {
  server = await startServer();
});
after(() => server?.stop());

test('three poison leads among fifty', async () => {
  const key = await server.createKey();
  await server.withDatabase((db) =>
    db.execute(`create trigger poison before insert on work_items when new.title = 'poison'
      begin select raise(abort, '${insideText}'); end`),
  );

  const answers = await Promise.all(
    Array.from({ length: leadsAtOnce }, (_, number) =>
      createLead(server, key, {
        title: poisonous.includes(number) ? 'poison' : `harmless ${number}`,
        email: `lead-${number}@example.com`,
        phone: `06 1234 ${1000 + number}`,
        city: 'Utrecht',
        street: `Street ${number}`,
      }),
    ),
  );

  const batches = await metric(server, 'vakwerk_lead_batch_size_count');
  assert.ok(batches < leadsAtOnce - poisonous.length, 'the leads came one by one');
  const harmless = answers.filter((_, number) => !poisonous.includes(number));
  for (const { status, text } of harmless) assert.equal(status, 201, text);
  for (const number of poisonous) {
    const [message] = assertError(answers[number]!, 500);
    assert.doesNotMatch(message!, /trigger|sql|poison|constraint/i);
  }

  const leads = await listAll(server, key, '/v1/api/leads');
  const made = harmless.map(({ body }) => body.id).sort();
  assert.deepEqual(leads.map((item) => item.id).sort(), made);
  const addresses = await listAll(server, key, '/v1/api/address');
  assert.equal(addresses.length, made.length);
  assert.equal(await assertSound(server), made.length);
  // The operator, unlike the client, gets the reason.
  await eventually(async () => server.output().includes(insideText));
});

test('a poison lead alone, and a good one after it', async () => {
  const key = await server.createKey();
  assertError(await createLead(server, key, { title: 'poison', email: 'a@example.com' }), 500);
  const { status, body } = await createLead(server, key, { email: 'a@example.com' });
  assert.equal(status, 201);
  const leads = await listAll(server, key, '/v1/api/leads');
  assert.deepEqual(
    leads.map((item) => item.id),
    [body.id],
  );
});
