// Intakes expire, in chunks, with the pictures that came along.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createBrand } from '#actions/accounts/brands.ts';
import { sweepIntakes, sweepMailMessages } from '#actions/intakes/sweep-intakes.ts';
import type { IntakeRecord } from '#core/records.ts';
import { insertIntakeFiles } from '#db/intakes/intake-files.ts';
import { insertIntakes } from '#db/intakes/intakes.ts';
import { putMailMessages } from '#db/intakes/mail-messages.ts';
import { systemContext } from '#runner/system-context.ts';
import { withEachTables } from '../support/each-database.ts';
import { refusedIntake } from '../support/refused-intake.ts';

const context = systemContext();
const dayMs = 24 * 60 * 60 * 1000;
const intakeDays = 30;

withEachTables('old intakes', (db) => {
  const brandIds: string[] = [];
  before(async () => {
    for (const name of ['One', 'Other']) {
      brandIds.push((await createBrand(db, { name, country: 'NL' }, context)).id);
    }
  });

  const ago = (days: number) => Date.now() - days * dayMs;
  const idsIn = async (table: string) =>
    (await db.all<{ id: string }>(`select id from ${table}`)).map(({ id }) => id).toSorted();

  test('are deleted with their pictures, whatever became of them; others stay', async () => {
    const made = (at: number, fields: Partial<IntakeRecord> = {}) =>
      brandIds.map((brandId) => ({
        ...refusedIntake({ brandId, channelId: null, at, sent: {} }),
        ...fields,
      }));
    const old = [
      ...Array.from({ length: 40 }, () => made(ago(intakeDays) - 1)).flat(),
      ...made(ago(31), { state: 'held', reason: 'too_fast' }),
      ...made(ago(31), { state: 'lead', workItemId: context.newId() }),
      ...made(ago(31), { discardedAt: Date.now() }),
    ];
    const young = made(ago(intakeDays) + 600_000);
    const files = [...old, ...young].map(({ brandId, id: intakeId }) => ({
      brandId,
      intakeId,
      position: 0,
      name: 'roof.jpg',
      contentType: 'image/jpeg',
      sizeBytes: 3,
      bytes: 'AAAA',
    }));
    await db.transaction(async (trx) => {
      await insertIntakes(trx, [...old, ...young]);
      await insertIntakeFiles(trx, files);
    });
    let steps = 0;
    let afterBrandId: string | null = null;
    do {
      afterBrandId = await sweepIntakes(db, { afterBrandId, intakeDays }, context);
      steps++;
    } while (afterBrandId !== null);
    assert.ok(steps > 1);
    const ids = young.map(({ id }) => id).toSorted();
    assert.deepEqual(await idsIn('intakes'), ids);
    const left = await db.all<{ id: string }>('select intake_id as id from intake_files');
    assert.deepEqual(left.map(({ id }) => id).toSorted(), ids);
  });

  test('mails are known for a year, for their replies', async () => {
    const [brandId] = brandIds as [string];
    const message = (messageKey: string, createdAt: number) => ({
      brandId,
      messageKey,
      workItemId: context.newId(),
      createdAt,
    });
    const messages = [message('old', ago(366)), message('young', ago(364))];
    await db.transaction((trx) => putMailMessages(trx, messages));
    while (await sweepMailMessages(db, null, context));
    const left = await db.all<{ key: string }>('select message_key as key from mail_messages');
    assert.deepEqual(
      left.map(({ key }) => key),
      ['young'],
    );
  });
});
