// What is read of intakes often, or while a flood comes in, is read from an index.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, test } from 'node:test';
import { createBrand } from '#actions/accounts/brands.ts';
import type { IntakeRecord } from '#core/records.ts';
import type { Database } from '#db/database.ts';
import {
  countOpenIntakes,
  findIntakeByOnceKey,
  findIntakeTimes,
  listIntakes,
} from '#db/intakes/intakes.ts';
import { findKeptSizes, hasMoreIntakes } from '#db/intakes/channel-bounds.ts';
import { dropOldestRefusedLeads, sumRefusedLeads } from '#db/intakes/refused-leads.ts';
import { findWrittenIntakes } from '#db/intakes/written-intakes.ts';
import { nilUuid, uuidBoundAt } from '#core/uuid-v7.ts';
import { systemContext } from '#runner/system-context.ts';
import { withEachTables } from '../support/each-database.ts';
import { refusedIntake } from '../support/refused-intake.ts';

type Statement = [text: string, values: unknown[]];

withEachTables('statements of intakes', (db) => {
  let brandId: string;
  const [channelId, otherId] = [randomUUID(), randomUUID()];
  before(async () => {
    brandId = (await createBrand(db, { name: 'B', country: 'NL' }, systemContext())).id;
    const lead = { state: 'lead', source: 'form' } as const;
    const others: Partial<IntakeRecord>[] = [
      { state: 'held', reason: 'honeypot', channelId: otherId },
      { state: 'refused', source: 'api', channelId: null },
      { state: 'refused' },
    ];
    const many = Array.from({ length: 3_000 }, (_, n) => ({
      ...refusedIntake({ brandId, channelId, at: Date.now() - n, sent: { n } }),
      ...(n % 100 < others.length ? others[n % 100] : lead),
      onceKey: `once ${n}`,
    }));
    await db.transaction((trx) => trx.insertRows('intakes', many));
    await db.execute('analyze');
  });

  const ofChannel = {
    get brandId() {
      return brandId;
    },
    channelId: otherId,
  };
  const range = { beforeId: undefined, most: 51 };
  const reads: Record<string, [index: RegExp, read: (seen: Database) => Promise<unknown>]> = {
    'the tray': [
      /intakes_open/,
      (seen) => listIntakes(seen, { brandId, filters: { state: ['held', 'refused'] }, ...range }),
    ],
    'the count of the tray': [/intakes_open/, (seen) => countOpenIntakes(seen, brandId, 1_000)],
    'a list of all': [
      /primary key|autoindex_intakes|intakes_pkey/i,
      (seen) => listIntakes(seen, { brandId, filters: {}, ...range }),
    ],
    'a list of a channel': [
      /intakes_by_channel/,
      (seen) => listIntakes(seen, { brandId, filters: { channelId: otherId }, ...range }),
    ],
    'the figures of a channel': [
      /intakes_by_channel/,
      (seen) => findIntakeTimes(seen, { brandId, channelId: otherId, most: 5_000 }),
    ],
    'the bound of held ones': [
      /intakes_held/,
      (seen) => hasMoreIntakes(seen, { ...ofChannel, kind: 'held', most: 1_000, fromId: nilUuid }),
    ],
    'the bound of discarded ones': [
      /intakes_discarded/,
      (seen) => hasMoreIntakes(seen, { ...ofChannel, kind: 'discarded', most: 9, fromId: nilUuid }),
    ],
    'the sizes of refused ones': [
      /intakes_refused/,
      (seen) => findKeptSizes(seen, { ...ofChannel, kind: 'refused', most: 5_000 }),
    ],
    'a repeated post': [
      /intakes_by_once_key/,
      (seen) => findIntakeByOnceKey(seen, { brandId, onceKey: 'once 7' }),
    ],
    'the size of refused leads': [/intakes_of_api/, (seen) => sumRefusedLeads(seen, brandId)],
    'the oldest refused leads': [
      /intakes_of_api|intakes_open/,
      (seen) => dropOldestRefusedLeads(seen, { brandId, afterId: nilUuid, bytes: 0 }),
    ],
    'a chunk for an erasure': [
      /primary key|autoindex_intakes|intakes_pkey/i,
      (seen) => findWrittenIntakes(seen, { brandId, afterId: uuidBoundAt(Date.now()) }),
    ],
  };

  for (const [name, [index, read]] of Object.entries(reads)) {
    test(`${name}: by an index, without a sort`, async () => {
      const statements: Statement[] = [];
      await read(watched(db, (text, values) => statements.push([text, values])));
      const plan = await planOf(db, statements[0]!);
      assert.match(plan, index);
      assert.doesNotMatch(plan, /SCAN intakes|Seq Scan on intakes\b|TEMP B-TREE/);
    });
  }
});

/** Calls `onStatement` with each statement. */
function watched(db: Database, onStatement: (text: string, values: unknown[]) => void): Database {
  return new Proxy(db, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (name !== 'all' && name !== 'first' && name !== 'run') return value.bind(target);
      return (text: string, ...values: unknown[]) => {
        onStatement(text, values);
        return value.call(target, text, ...values);
      };
    },
  });
}

async function planOf(db: Database, [text, values]: Statement): Promise<string> {
  let at = 0;
  const literalOf = (value: unknown) =>
    typeof value === 'number' ? String(value) : `'${String(value)}'`;
  const filled = text.replaceAll('?', () => literalOf(values[at++]));
  const explain = db.engine === 'sqlite' ? 'explain query plan' : 'explain';
  const lines = await db.all<{ detail?: string; 'QUERY PLAN'?: string }>(`${explain} ${filled}`);
  return lines.map((line) => line.detail ?? line['QUERY PLAN']).join('\n');
}
