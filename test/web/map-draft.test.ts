// A map while it is being made.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  draftFromRecognised,
  draftOf,
  fieldsOfPath,
  leftOut,
  mapOf,
  withChoice,
  withConstant,
  withoutPath,
  withPath,
} from '../../web/src/pages/settings/channels/map-draft.ts';

test('a map survives being edited', () => {
  const map = {
    title: 'a.b',
    customerName: ['first', 'last'],
    source: { value: 'other' },
    notes: { lines: ['remarks'] },
  } as const;
  assert.deepEqual(mapOf(draftOf(map)), map);
  assert.equal(mapOf(draftOf(null)), null);
});

test('paths are joined, replace a constant, and leave no empty field', () => {
  const one = withPath({}, 'customerName', 'first');
  const two = withPath(withPath(one, 'customerName', 'last'), 'customerName', 'last');
  assert.deepEqual(mapOf(two), { customerName: ['first', 'last'] });
  assert.deepEqual(fieldsOfPath(withPath(two, 'notes', 'last'), 'last'), ['customerName', 'notes']);
  assert.equal(mapOf(withoutPath(one, 'customerName', 'first')), null);
  const fixed = withConstant(two, 'customerName', 'Somebody');
  assert.deepEqual(mapOf(fixed), { customerName: { value: 'Somebody' } });
  assert.deepEqual(mapOf(withPath(fixed, 'customerName', 'x')), { customerName: 'x' });
});

test('what was recognised by names becomes a draft, each value once', () => {
  const values = [
    { path: 'naam', value: ' Jan ' },
    { path: 'vraag', value: 'A leak' },
    { path: 'tel', value: '06' },
  ];
  const lead = { title: 'A leak', customerName: 'Jan', description: 'A leak', source: 'web' };
  assert.deepEqual(draftFromRecognised(lead, values, 'tel'), {
    customerName: ['naam'],
    description: ['vraag'],
  });
});

test('a description that was composed of several values keeps them', () => {
  const values = [
    { path: 'naam', value: 'Jan' },
    { path: 'kamers', value: '3' },
    { path: 'kleur', value: 'rood' },
    { path: 'haast', value: 'ja' },
    { path: 'akkoord', value: '-' },
  ];
  const description = 'kamers: 3\nkleur: rood\nhaast: ja';
  const lead = { customerName: 'Jan', description, title: 'kamers: 3' };
  const draft = draftFromRecognised(lead, values, 'haast');
  assert.deepEqual(draft, { customerName: ['naam'], description: { lines: ['kamers', 'kleur'] } });
  const message = [...values, { path: 'bericht', value: 'A leak' }];
  assert.deepEqual(
    draftFromRecognised({ description: 'A leak\nkleur: rood' }, message, 'naam')['description'],
    { lines: ['bericht', 'kleur'] },
  );
});

test('a value with a field of its own leaves a composed description', () => {
  const composed = { description: { lines: ['a', 'b'] } };
  const left = withChoice(composed, 'notes', 'b');
  assert.deepEqual(left, { description: { lines: ['a'] }, notes: ['b'] });
  assert.deepEqual(withChoice(left, 'title', 'a'), { title: ['a'], notes: ['b'] });
  const longer = withChoice(composed, 'description', 'c');
  assert.deepEqual(longer, { description: { lines: ['a', 'b', 'c'] } });
  const joined = withChoice({ description: ['a', 'b'] }, 'notes', 'b');
  assert.deepEqual(joined, { description: ['a'], notes: ['b'] });
  const message = { description: ['a'] };
  assert.deepEqual(withChoice(message, 'title', 'a'), { description: ['a'], title: ['a'] });
});

test('what would be left out is known before it is saved', () => {
  const values = [
    { path: 'name.first', value: 'Jan' },
    { path: 'list', value: 'a, b' },
    { path: 'list.0', value: 'a' },
    { path: 'extra', value: 'Ring twice' },
    { path: 'empty', value: ' ' },
  ];
  const draft = { customerName: ['name.first'], notes: ['list'], category: { value: 'x' } };
  assert.deepEqual(leftOut(draft, values), [{ path: 'extra', value: 'Ring twice' }]);
  assert.deepEqual(leftOut(draft, [...values, { path: '_vw_form', value: '1' }]), []);
});
