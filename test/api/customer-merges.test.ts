// Two records of one person are merged, and the merge is undone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ErrorCode, errorCodes } from '#contract/error-codes.ts';
import { call, createLead, listAll } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { assertError, assertRefused } from '../support/shapes.ts';
import { countCustomers } from '../support/stored-records.ts';
import { eventually } from '../support/within.ts';

// oxlint-disable-next-line typescript/no-explicit-any
type Fields = Record<string, any>;
const dayMs = 24 * 60 * 60 * 1000;

await withEachServer('merging customers', (server) => {
  const at = (id: string) => `/v1/api/customers/${id}`;
  const make = async (key: string, lead: Fields = {}) => (await createLead(server, key, lead)).body;
  const read = async (key: string, id: string) => (await call(server, at(id), { key })).body;
  const patch = (key: string, id: string, body: Fields) =>
    call(server, at(id), { key, method: 'PATCH', body });
  const merge = (key: string, keptId: string, customerId: unknown) =>
    call(server, `${at(keptId)}/merge`, { key, body: { customerId } });
  const undo = (key: string, keptId: string, mergeId: string) =>
    call(server, `${at(keptId)}/merges/${mergeId}/undo`, { key, method: 'POST' });
  const leadsOf = async (key: string, customerId: string) =>
    (await listAll(server, key, `/v1/api/leads?customerId=${customerId}`))
      .map(({ id }) => id)
      .sort();
  /** A brand with customers, each with one lead. */
  const makeBrand = async (...leads: Fields[]) => {
    const { id: brandId } = await server.createBrand();
    const key = await server.createKey({ brandId });
    const items: Fields[] = [];
    for (const lead of leads) items.push(await make(key, lead));
    return { brandId, key, items, ids: items.map((item) => item['customerId'] as string) };
  };

  test('the kept customer takes missing fields and all leads from the other', async () => {
    const { key, ids, items } = await makeBrand(
      { customerName: 'Jan', phone: '0611111111' },
      { customerName: 'J. Jansen', email: 'jan@example.com', phone: '0622222222', city: 'Ede' },
    );
    const [keptId, otherId] = ids as [string, string];
    await patch(key, keptId, { notes: 'One', tags: ['a', 'b'] });
    await patch(key, otherId, {
      notes: 'Two',
      tags: ['b', 'c'],
      companyName: 'BV',
      firstName: 'Jan',
      lastName: 'Jansen',
    });
    const more = await make(key, { email: 'jan@example.com' });
    await call(server, `/v1/api/work-items/${more.id}`, { key, method: 'DELETE' });
    const [before, other] = [await read(key, keptId), await read(key, otherId)];

    const { status, body, text, headers } = await merge(key, keptId, otherId);
    assert.equal(status, 200, text);
    const { mergeId, ...kept } = body;
    assert.deepEqual(kept, {
      ...before,
      firstName: 'Jan',
      lastName: 'Jansen',
      email: 'jan@example.com',
      secondaryPhone: '0622222222',
      companyName: 'BV',
      isCompany: true,
      addressId: other.addressId,
      notes: 'One\n\nTwo',
      tags: ['a', 'b', 'c'],
      updatedAt: kept.updatedAt,
    });
    assert.deepEqual(await read(key, keptId), kept);
    assert.match(headers.get('etag')!, /^"\d+"$/);
    assert.deepEqual(await leadsOf(key, keptId), items.map(({ id }) => id).sort());

    const listed = await listAll(server, key, '/v1/api/leads');
    for (const lead of listed) assert.deepEqual(lead.customer, kept);
    for (const query of ['', '?archived=include', '?q=jansen', '?email=jan@example.com']) {
      const customers = await listAll(server, key, `/v1/api/customers${query}`);
      assert.deepEqual(customers, [kept], query);
    }
    const [message] = assertError(await call(server, at(otherId), { key }), 404);
    assert.equal(message, `There is no customer ${otherId}: it was merged into ${keptId}`);
    assertError(await patch(key, otherId, { name: 'x' }), 404);

    // Soft-deleted leads move too.
    const restored = await call(server, `/v1/api/work-items/${more.id}/restore`, {
      key,
      method: 'POST',
    });
    assert.equal(restored.body.customerId, keptId);

    const told: Fields[] = [];
    await eventually(async () => {
      const events = await listAll(server, key, '/v1/api/events');
      told.push(...events.filter(({ type }) => type === 'customer.merged'));
      return told.length > 0;
    });
    assert.equal(told[0]!['subjectId'], keptId);
    const { changes } = told[0]!;
    assert.deepEqual(changes.mergedCustomerId, { before: null, after: otherId });
    assert.deepEqual(changes.mergeId, { before: null, after: mergeId });
    assert.deepEqual(changes.email, { before: '', after: 'jan@example.com' });
    assert.deepEqual(changes.tags, { before: ['a', 'b'], after: ['a', 'b', 'c'] });
    assert.ok(!('name' in changes || 'updatedAt' in changes));
  });

  test('new leads of either belong to the kept customer, also within one batch', async () => {
    const { brandId, key, ids } = await makeBrand(
      { email: 'kept@example.com' },
      { email: 'other@example.com', phone: '0622222222' },
    );
    const [keptId, otherId] = ids as [string, string];
    await patch(key, keptId, { phone: '0611111111' });
    assert.equal((await merge(key, keptId, otherId)).status, 200);
    const sent = [
      { email: 'OTHER@example.com' },
      { phone: '+31 6 2222 2222' },
      { email: 'kept@example.com', phone: '0622222222' },
      { email: 'other@example.com', phone: '0611111111', city: 'Ede' },
    ];
    const leads = await Promise.all([...sent, ...sent].map((lead) => make(key, lead)));
    for (const lead of leads) {
      assert.equal(lead.customerId, keptId);
      assert.doesNotMatch(lead.notes ?? '', /een andere klant/);
    }
    assert.equal(await countCustomers(server, brandId), 2);
    // The address was filled in once.
    const filledIn = leads.filter(({ notes }) => /adres is toegevoegd/.test(notes ?? ''));
    assert.equal(filledIn.length, 1);
    await call(server, `${at(keptId)}/archive`, { key, method: 'POST' });
    assert.notEqual((await make(key, sent[0]!)).customerId, keptId);
  });

  test('an undo restores both; newer leads stay with the kept customer', async () => {
    const { key, ids, items } = await makeBrand(
      { customerName: 'Kept' },
      { customerName: 'Other', email: 'other@example.com', phone: '0622222222', city: 'Ede' },
    );
    const [keptId, otherId] = ids as [string, string];
    const second = await make(key, { email: 'other@example.com' });
    await patch(key, otherId, { notes: 'Two', tags: ['c'] });
    const [kept, other] = [await read(key, keptId), await read(key, otherId)];
    const { mergeId } = (await merge(key, keptId, otherId)).body;
    const between = await make(key, { email: 'other@example.com' });
    assert.equal(between.customerId, keptId);
    // A field changed since the merge is kept.
    await patch(key, keptId, { tags: ['mine'] });

    const { status, body, text } = await undo(key, keptId, mergeId);
    assert.equal(status, 200, text);
    assert.deepEqual(body, { ...kept, tags: ['mine'], updatedAt: body.updatedAt });
    const back = await read(key, otherId);
    assert.deepEqual(back, { ...other, updatedAt: back.updatedAt });
    assert.deepEqual(await leadsOf(key, keptId), [items[0]!['id'], between.id].sort());
    assert.deepEqual(await leadsOf(key, otherId), [items[1]!['id'], second.id].sort());
    const listed = await listAll(server, key, '/v1/api/leads?q=other');
    assert.deepEqual(new Set(listed.map(({ customerId }) => customerId)), new Set([otherId]));
    assert.equal((await make(key, { email: 'other@example.com' })).customerId, otherId);
    assert.equal((await make(key, { phone: '0622222222' })).customerId, otherId);

    const [message] = assertError(await undo(key, keptId, mergeId), 409, 'merge_undone');
    assert.match(message!, /undone already/);
    const again = await merge(key, keptId, otherId);
    assert.equal(again.status, 200);
    const merges = await listAll(server, key, `${at(keptId)}/merges?limit=1`);
    assert.deepEqual(
      merges.map(({ id, undoneAt }) => [id, undoneAt === null]),
      [
        [again.body.mergeId, true],
        [mergeId, false],
      ],
    );
    const { customerId, mergedCustomerId, createdAt, undoableUntil } = merges[0];
    assert.deepEqual([customerId, mergedCustomerId], [keptId, otherId]);
    assert.equal(Date.parse(undoableUntil) - Date.parse(createdAt), 30 * dayMs);
    await eventually(async () => {
      const events = await listAll(server, key, '/v1/api/events');
      const told = events.find(({ type }) => type === 'customer.unmerged');
      return told?.changes.mergedCustomerId.before === otherId;
    });
  });

  test('a chain of merges resolves to its end, and is undone from there', async () => {
    const { key, ids, items } = await makeBrand(
      { email: 'a@example.com' },
      { email: 'b@example.com' },
      { email: 'c@example.com' },
    );
    const [a, b, c] = ids as [string, string, string];
    const inner = (await merge(key, b, a)).body.mergeId;
    const outer = (await merge(key, c, b)).body.mergeId;
    for (const email of ['a@example.com', 'b@example.com', 'c@example.com']) {
      assert.equal((await make(key, { email })).customerId, c, email);
    }
    const [message] = assertError(await call(server, at(a), { key }), 404, 'customer_merged');
    assert.match(message!, new RegExp(`${a}: it was merged into ${c}$`));
    const [refusal] = assertError(await undo(key, b, inner), 409, 'merge_not_latest');
    assert.match(refusal!, new RegExp(`merged into ${c}: undo that first`));
    assertError(await undo(key, c, inner), 404);
    assertError(await call(server, `${at(b)}/merges`, { key }), 404);

    assert.equal((await undo(key, c, outer)).status, 200);
    assert.equal((await make(key, { email: 'a@example.com' })).customerId, b);
    assert.ok((await leadsOf(key, b)).includes(items[0]!['id']));
    assert.equal((await undo(key, b, inner)).status, 200);
    assert.deepEqual(await leadsOf(key, a), [items[0]!['id']]);
    assert.equal((await make(key, { email: 'a@example.com' })).customerId, a);
  });

  test('invalid merges are refused', async () => {
    const { key, ids } = await makeBrand({}, {}, {}, {});
    const [kept, other, archived, merged] = ids as [string, string, string, string];
    await call(server, `${at(archived)}/archive`, { key, method: 'POST' });
    const { mergeId } = (await merge(key, kept, merged)).body;
    const theirs = await makeBrand({});
    const cases: [code: ErrorCode, keptId: string, otherId: string, RegExp][] = [
      ['merge_with_itself', kept, kept, /itself/],
      ['merged_already', kept, merged, new RegExp(`${merged} was merged into ${kept} already`)],
      ['merge_archived', kept, archived, new RegExp(`${archived} is archived`)],
      ['merge_archived', archived, other, new RegExp(`${archived} is archived`)],
      [
        'customer_merged',
        merged,
        other,
        new RegExp(`no customer ${merged}: it was merged into ${kept}`),
      ],
      ['not_found', kept, 'nobody', /no customer nobody/],
      ['not_found', 'nobody', other, /no customer nobody/],
      ['not_found', kept, theirs.ids[0]!, /no customer/],
      ['not_found', theirs.ids[0]!, kept, /no customer/],
    ];
    for (const [code, keptId, otherId, expected] of cases) {
      const answer = await merge(key, keptId, otherId);
      const [message] = assertError(answer, errorCodes[code], code);
      assert.match(message!, expected);
    }
    for (const customerId of [null, 1, ['x'], {}]) {
      assertRefused(await merge(key, kept, customerId), 'customerId');
    }
    const empty = await call(server, `${at(kept)}/merge`, { key, body: {} });
    assertRefused(empty, 'customerId');
    assertError(await undo(key, kept, 'nothing'), 404);
    assertError(await undo(key, other, mergeId), 404);
    assertError(await undo(theirs.key, kept, mergeId), 404);
    assertRefused(await call(server, `${at(kept)}/merges?sort=createdAt`, { key }), 'sort');
    const outdated = await call(server, `${at(kept)}/merge`, {
      key,
      body: { customerId: other },
      headers: { 'if-match': '"1"' },
    });
    assertError(outdated, 412, 'version_conflict');
  });

  test('a merge is final after thirty days', async () => {
    const { key, ids } = await makeBrand({}, {});
    const [kept, other] = ids as [string, string];
    const { mergeId } = (await merge(key, kept, other)).body;
    await server.withDatabase((db) =>
      db.run(
        'update customer_merges set created_at = ? where id = ?',
        Date.now() - 30 * dayMs - 1_000,
        mergeId,
      ),
    );
    const [message] = assertError(await undo(key, kept, mergeId), 409, 'merge_too_old');
    assert.match(message!, /30 days/);
  });

  test('hundreds of leads move at once, and are found by their new customer', async () => {
    const { key, ids } = await makeBrand(
      { customerName: 'Keptname', email: 'kept@example.com' },
      { customerName: 'Othername', email: 'other@example.com' },
    );
    const [kept, other] = ids as [string, string];
    const count = 450;
    for (let made = 0; made < count; made += 50) {
      await Promise.all(
        Array.from({ length: 50 }, () => make(key, { email: 'other@example.com' })),
      );
    }
    assert.equal((await merge(key, kept, other)).status, 200);
    assert.equal((await leadsOf(key, kept)).length, count + 2);
    const found = async (q: string) =>
      (await listAll(server, key, `/v1/api/leads?limit=200&q=${q}`)).length;
    await eventually(async () => (await found('keptname')) === count + 2);
    await eventually(async () => (await found('othername')) === 0);
  });

  test('a work item with a new customer has an event, and so has the customer', async () => {
    const { key, ids, items } = await makeBrand({}, { email: 'b@example.com' });
    const [keptId, otherId] = ids as [string, string];
    const { mergeId } = (await merge(key, keptId, otherId)).body;
    await undo(key, keptId, mergeId);
    const moved = items[1]!['id'];
    const { body } = await call(server, `/v1/api/work-items/${moved}/history`, { key });
    assert.deepEqual(
      body.data.slice(1).map(({ changes }: Fields) => changes),
      [
        { customerId: { before: otherId, after: keptId } },
        { customerId: { before: keptId, after: otherId } },
      ],
    );
    const feed = (await call(server, '/v1/api/events?type=customer.updated', { key })).body.data;
    assert.deepEqual(
      feed.map(({ subjectId, changes }: Fields) => [subjectId, Object.keys(changes)]),
      [
        [otherId, ['deletedAt']],
        [otherId, ['deletedAt']],
      ],
    );
  });

  test('concurrent merges into each other: one succeeds, none is lost', async () => {
    for (let round = 0; round < 10; round++) {
      const { key, ids } = await makeBrand({ email: 'a@example.com' }, { email: 'b@example.com' });
      const [a, b] = ids as [string, string];
      const [answers, leads] = await Promise.all([
        Promise.all([merge(key, a, b), merge(key, b, a)]),
        Promise.all(['a@example.com', 'b@example.com'].map((email) => make(key, { email }))),
      ]);
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404]);
      const kept = answers[0].status === 200 ? a : b;
      const customers = await listAll(server, key, '/v1/api/customers?archived=include');
      assert.deepEqual(
        customers.map(({ id }) => id),
        [kept],
      );
      assert.equal((await leadsOf(key, kept)).length, 2 + leads.length);
      for (const email of ['a@example.com', 'b@example.com']) {
        assert.equal((await make(key, { email })).customerId, kept);
      }
    }
  });
});
