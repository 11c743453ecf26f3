// Pending events on PostgreSQL are numbered in order, however many there are.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createBrand } from '#actions/accounts/brands.ts';
import { numberWaitingEvents } from '#actions/events/events.ts';
import { systemContext } from '#runner/system-context.ts';
import { EventNumbering } from '#runner/event-numbering.ts';
import { newPostgresDatabase, type PostgresTestDatabase } from '../support/postgres-database.ts';
import { assertInTime, timelyTest } from '../support/within.ts';

const context = systemContext();

let database: PostgresTestDatabase;
let db: ReturnType<PostgresTestDatabase['open']>;
let brandId: string;
before(async () => {
  database = await newPostgresDatabase({ isMigrated: true });
  db = database.open({ connectionsMax: 1, waitMsMax: 20_000 });
  ({ id: brandId } = await createBrand(db, { name: 'Brand', country: 'NL' }, context));
});
after(() => database?.drop());

const happen = (count: number) =>
  db.run(
    `insert into events_waiting (brand_id, type, subject_id, actor, reason, created_at)
      select cast(? as uuid), 'lead.created', gen_random_uuid(), 'system', number::text, now()
        from generate_series(1, cast(? as integer)) number`,
    brandId,
    count,
  );

test('a few at a time for long, then thousands', async () => {
  // The plan is made and cached while the table seems empty.
  await db.execute('analyze events_waiting');
  const few = 30;
  const times = 10;
  for (let time = 0; time < times; time++) {
    await happen(few);
    await numberWaitingEvents(db, { brandId }, context);
  }
  const many = 5_000;
  await happen(many);
  await numberWaitingEvents(db, { brandId }, context);

  assert.deepEqual(await db.all('select seq from events_waiting'), []);
  const rows = await db.all<{ position: number; reason: string }>(
    'select position, reason from events where brand_id = ? order by position',
    brandId,
  );
  const order = Array.from({ length: times }, () => few).concat(many);
  const expected = order.flatMap((count) =>
    Array.from({ length: count }, (_, at) => String(at + 1)),
  );
  assert.deepEqual(
    rows.map(({ reason }) => reason),
    expected,
  );
  assert.deepEqual(
    rows.map(({ position }) => Number(position)),
    expected.map((_, at) => at + 1),
  );
});

timelyTest('a closing server numbers the last events immediately', async () => {
  const numbered: string[] = [];
  const numbering = new EventNumbering(
    async (id) => void numbered.push(id),
    (error) => assert.fail(String(error)),
  );
  numbering.schedule('one');
  numbering.schedule('one');
  numbering.schedule('one');
  numbering.schedule('other');
  const began = performance.now();
  await numbering.stop();
  assert.deepEqual(numbered.toSorted(), ['one', 'one', 'other']);
  assertInTime(performance.now() - began, 90, 'to stop');
});
