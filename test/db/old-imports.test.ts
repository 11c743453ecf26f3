// Imports are deleted a month after they end, in chunks.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createBrand } from '#actions/accounts/brands.ts';
import { sweepImports, undoImport } from '#actions/imports/imports.ts';
import { systemAuthor } from '#core/author.ts';
import type { ImportRecord } from '#core/records.ts';
import { findImports, insertImport, insertImportedRows } from '#db/imports/imports.ts';
import { systemContext } from '#runner/system-context.ts';
import { withEachTables } from '../support/each-database.ts';
import { importThatEnded } from '../support/imports.ts';

const context = systemContext();
const dayMs = 24 * 60 * 60 * 1000;
const rowsAtOnce = 1_000;

withEachTables('old imports', (db) => {
  let brandId: string;
  before(async () => {
    brandId = (await createBrand(db, { name: 'Brand', country: 'NL' }, context)).id;
  });

  const add = async (fields: Partial<ImportRecord>, rows = 0): Promise<ImportRecord> => {
    const record = { ...importThatEnded(brandId, Date.now()), rows, ...fields };
    const numbers = Array.from({ length: rows }, (_, n) => n + 2);
    await db.transaction(async (trx) => {
      await insertImport(trx, record, []);
      await insertImportedRows(
        trx,
        numbers.map((rowNumber) => ({
          brandId,
          importId: record.id,
          rowNumber,
          workItemId: null,
          customerId: null,
          isNewCustomer: false,
          messages: '[]',
          undoneAs: null,
        })),
      );
    });
    return record;
  };
  const rowsOf = async ({ id }: ImportRecord) =>
    (await db.all('select 1 as one from import_rows where import_id = ?', id)).length;

  test('are deleted with all their rows; others stay', async () => {
    const ago = (days: number) => Date.now() - days * dayMs;
    const old = await add({ endedAt: ago(31) }, 2 * rowsAtOnce + 1);
    const undone = await add({ endedAt: ago(31), status: 'undone' });
    const stay = [
      await add({ endedAt: ago(29) }, 2),
      await add({ endedAt: ago(31), status: 'undoing' }, 2),
      await add({ endedAt: null, status: 'running', createdAt: ago(31) }, 2),
    ];
    const steps: number[] = [];
    while (await sweepImports(db, null, context)) steps.push(await rowsOf(old));
    assert.equal(steps.length, 4);
    for (const left of [rowsAtOnce + 1, 1, 0]) assert.ok(steps.includes(left), String(steps));
    const left = (await findImports(db, brandId, 10)).map(({ id }) => id);
    assert.deepEqual(left.toSorted(), stay.map(({ id }) => id).toSorted());
    assert.ok(!left.includes(undone.id));
    for (const one of stay) assert.equal(await rowsOf(one), 2);
  });

  test('cannot be undone once rows may be gone', async () => {
    const wanted = async (days: number) => {
      const { id } = await add({ endedAt: Date.now() - days * dayMs });
      return undoImport(db, { brandId, id, author: systemAuthor }, context);
    };
    assert.deepEqual([await wanted(29), await wanted(31)], ['begun', 'missing']);
  });
});
