// Leads of the same people on two servers at the same moment: each person becomes one customer.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assertSound } from '../support/assert-sound.ts';
import { createLead, listAll } from '../support/call.ts';
import { type Nodes, startNodes } from '../support/nodes.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { explainInOrder, type MadeLead } from '../support/serial-order.ts';
import { countCustomers } from '../support/stored-records.ts';

type Keys = Pick<MadeLead, 'email' | 'phone'>;

const leadsAtOnce = 100;
const rounds = 3;
// The outcome matters here, not the time. PostgreSQL still reports a deadlock after a second.
const databaseWaitMs = 20_000;

const seed = Number(process.env['SEED'] ?? 20_264);
const random = seededRandom(seed);

let nodes: Nodes;
let leadsMade = 0;
before(async () => {
  nodes = await startNodes({ env: { DATABASE_WAIT_MS: String(databaseWaitMs) } });
});
after(() => nodes?.stop());

const spellings: Record<string, Keys[]> = {
  'e-mail address': [
    { email: 'jan@example.com', phone: undefined },
    { email: 'Jan@Example.COM', phone: undefined },
  ],
  'phone number': [
    { email: undefined, phone: '06-12345678' },
    { email: undefined, phone: '+31 6 1234 5678' },
  ],
  'e-mail address, with other numbers': [
    { email: 'jan@example.com', phone: '06-12345678' },
    { email: 'jan@example.com', phone: '06-87654321' },
    { email: 'JAN@example.com', phone: undefined },
  ],
};
for (const [what, keys] of Object.entries(spellings)) {
  test(`${leadsAtOnce} leads with one ${what} make one customer`, async () => {
    const { brandId, made } = await makeAtOnce((number) => keys[number % keys.length]!);
    assert.equal(new Set(made.map(({ customerId }) => customerId)).size, 1);
    assert.equal(await countCustomers(nodes.all[0], brandId), 1);
  });
}

test('crossed e-mail addresses and phone numbers give a serial outcome', async (t) => {
  t.diagnostic(`SEED=${seed}`);
  for (let round = 0; round < rounds; round++) {
    // From many leads of few people to few leads of many.
    const people = 4 * 2 ** round;
    const { brandId, key, made } = await makeAtOnce(() => ({
      email: oneOf(people, (number) => `person-${number}@example.com`),
      phone: oneOf(people, (number) => `06${String(10_000_000 + number)}`),
    }));
    const expected = explainInOrder(made);
    assert.ok(expected, `no order explains round ${round}`);
    t.diagnostic(`${people} addresses and numbers: ${expected.length} customers`);

    const listed = await listAll(nodes.next(), key, '/v1/api/leads?limit=200');
    const found = new Map(listed.map(({ customer }) => [customer.id, customer]));
    const anonymous = made.filter(({ email, phone }) => !email && !phone);
    assert.equal(found.size, expected.length);
    assert.equal(await countCustomers(nodes.all[0], brandId), expected.length);
    assert.ok(expected.length < leadsAtOnce - anonymous.length, 'nobody was recognised');
    for (const { id, email, phone } of expected) {
      const { email: foundEmail, phone: foundPhone } = found.get(id)!;
      assert.deepEqual({ email: foundEmail, phone: foundPhone }, { email, phone });
    }
  }
});

test('nothing is lost or half-made', async () => {
  assert.equal(await assertSound(nodes.all[0]), leadsMade);
});

async function makeAtOnce(keysOf: (number: number) => Keys) {
  const { id: brandId } = await nodes.all[0].createBrand();
  const key = await nodes.all[0].createKey({ brandId });
  const made = await Promise.all(
    Array.from({ length: leadsAtOnce }, async (_, number): Promise<MadeLead> => {
      const { email, phone } = keysOf(number);
      const lead = { ...(email && { email }), ...(phone && { phone }) };
      const { status, body } = await createLead(nodes.next(), key, lead);
      assert.equal(status, 201, JSON.stringify(body));
      const { id, customerId, receivedAt } = body;
      return { id, brandId, customerId, receivedAt: Date.parse(receivedAt), email, phone };
    }),
  );
  leadsMade += made.length;
  const listed = await listAll(nodes.next(), key, '/v1/api/leads?limit=200');
  assert.deepEqual(listed.map(({ id }) => id).sort(), made.map(({ id }) => id).sort());
  return { brandId, key, made };
}

/** One of that many, or sometimes none. */
function oneOf(many: number, make: (number: number) => string): string | undefined {
  const number = Math.floor(random() * many * 1.25);
  return number < many ? make(number) : undefined;
}
