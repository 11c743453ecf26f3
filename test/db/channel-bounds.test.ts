// What a channel keeps of floods: bounded rows, bytes and events, and real ones before spam.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeEach, test } from 'node:test';
import { createBrand } from '#actions/accounts/brands.ts';
import { discardIntake } from '#actions/intakes/list-intakes.ts';
import { keepIntake } from '#actions/intakes/keep-intake.ts';
import type { HeldReason } from '#contract/intake-lists.ts';
import { heldPerChannelMax } from '#contract/limits.ts';
import type { IntakeRecord } from '#core/records.ts';
import { systemContext } from '#runner/system-context.ts';
import { withEachTables } from '../support/each-database.ts';
import { refusedIntake } from '../support/refused-intake.ts';

withEachTables('the bounds of a channel', (db) => {
  const start = Date.now();
  let brandId: string;
  let channelId: string;
  let at: number;
  beforeEach(async () => {
    brandId = (await createBrand(db, { name: 'B', country: 'NL' }, systemContext())).id;
    at = start;
    channelId = randomUUID();
    await db.insertRows('channels', [
      {
        brandId,
        id: channelId,
        version: 1,
        type: 'form',
        name: 'A',
        address: channelId,
        settings: '{}',
        mailboxUrl: null,
        mailboxError: null,
        mailboxDueAt: null,
        mailboxMark: null,
        dropped: 0,
        createdAt: at,
        createdBy: null,
        deletedAt: null,
      },
    ]);
  });

  const held = (reason: HeldReason, more: Partial<IntakeRecord> = {}): IntakeRecord => ({
    ...refusedIntake({ brandId, channelId, at: at++, sent: { reason } }),
    state: 'held',
    reason,
    refusal: null,
    ...more,
  });
  const refused = () => refusedIntake({ brandId, channelId, at: at++, sent: {} });
  const keep = (intake: IntakeRecord) => keepIntake(db, { intake, files: [] }, systemContext());
  const store = (intakes: IntakeRecord[]) =>
    db.transaction((trx) => trx.insertRows('intakes', intakes));
  const many = (count: number, make: () => IntakeRecord) => Array.from({ length: count }, make);
  const countOf = async (what: string) => {
    const row = await db.first<{ count: number }>(
      `select count(*) as count from ${what} and brand_id = ?`,
      brandId,
    );
    return Number(row!.count);
  };
  const dropped = async () =>
    (await db.first<{ dropped: number }>('select dropped from channels where id = ?', channelId))!
      .dropped;

  test('spam goes before what looks real, and discarded ones do not count', async () => {
    const discarded = many(300, () => held('honeypot', { discardedAt: start }));
    const real = many(10, () => held('several_leads'));
    const bots = many(heldPerChannelMax - 10, () => held('honeypot'));
    await store([...discarded, ...real, ...bots]);
    const last = held('no_proof');
    await keep(last);
    assert.equal(await countOf(`intakes where reason = 'several_leads'`), 10);
    assert.equal(await countOf(`intakes where discarded_at is not null`), 300);
    assert.equal(await countOf(`intakes where id = '${last.id}'`), 1);
    const gone = heldPerChannelMax + 1 - (await countOf(`intakes where discarded_at is null`));
    assert.ok(gone > 0 && gone < 50, `${gone}`);
    assert.equal(await dropped(), gone);
    // The oldest of the spam.
    assert.equal(await countOf(`intakes where id = '${bots[0]!.id}'`), 0);
    assert.equal(await countOf(`intakes where id = '${bots.at(-1)!.id}'`), 1);
  });

  test('refused ones are bounded too, and leave the held ones alone', async () => {
    const first = held('honeypot');
    await store([first, ...many(heldPerChannelMax, refused)]);
    await keep(refused());
    assert.ok((await countOf(`intakes where state = 'refused'`)) <= heldPerChannelMax);
    assert.ok((await dropped()) > 0);
    assert.equal(await countOf(`intakes where id = '${first.id}'`), 1);
  });

  test('bytes are bounded, with those of pictures', async () => {
    const pictures = many(10, () => held('no_proof', { fileCount: 1 }));
    await store(pictures);
    const file = { position: 0, name: 'a.jpg', contentType: 'image/jpeg', bytes: 'AAAA' };
    await db.insertRows(
      'intakeFiles',
      pictures.map(({ id }) => ({ ...file, brandId, intakeId: id, sizeBytes: 20 * 1024 * 1024 })),
    );
    const large = held('several_leads', { body: 'x'.repeat(100_000) });
    await keep(large);
    assert.equal(await countOf(`intakes where id = '${large.id}'`), 1);
    const left = await countOf('intakes where file_count = 1');
    assert.equal(left, 7);
    assert.equal(await dropped(), 3);
    assert.equal(await countOf('intake_files where 1 = 1'), left);
  });

  test('discarded ones are bounded by themselves', async () => {
    const one = refused();
    const others = many(heldPerChannelMax, () => ({ ...refused(), discardedAt: start }));
    await store([one, ...others]);
    const key = { brandId, id: one.id, memberId: null };
    assert.equal((await discardIntake(db, key, systemContext())).outcome, 'done');
    assert.ok((await countOf('intakes where discarded_at is not null')) <= heldPerChannelMax);
    assert.equal(await dropped(), 0);
  });

  test('a flood of spam leaves a few events an hour, what looks real more', async () => {
    for (const intake of many(30, () => held('honeypot'))) await keep(intake);
    const events = () =>
      countOf(`${db.isShared ? 'events_waiting' : 'events'} where type = 'intake.held'`);
    assert.equal(await events(), 10);
    await keep(held('several_leads'));
    assert.equal(await events(), 11);
    at = start + 2 * 60 * 60 * 1000;
    await keep(held('honeypot'));
    assert.equal(await events(), 12);
  });

  test('the same again counts as new when it was discarded, or after a day', async () => {
    const same = () => held('too_fast', { onceKey: 'same' });
    const first = same();
    await keep(first);
    assert.equal((await keep(same())).id, first.id);
    await discardIntake(db, { brandId, id: first.id, memberId: null }, systemContext());
    const second = same();
    assert.equal((await keep(second)).id, second.id);
    at = start + 25 * 60 * 60 * 1000;
    const later = same();
    assert.equal((await keep(later)).id, later.id);
  });

  test('a mail that a mailbox shows again is known for good', async () => {
    const mail = () => held('bounce', { onceKey: 'mail', source: 'mail' });
    const first = mail();
    await keep(first);
    await discardIntake(db, { brandId, id: first.id, memberId: null }, systemContext());
    at = start + 25 * 60 * 60 * 1000;
    assert.equal((await keep(mail())).id, first.id);
  });
});
