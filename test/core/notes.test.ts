// The parts of a work item's notes: together they are always the whole text.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { notesPerItemMax, wholeNotesLengthMax } from '#contract/limits.ts';
import type { NoteRecord } from '#core/records.ts';
import { partsOfNotes, withEditedNote, withNote } from '#core/work-items/notes.ts';
import { assertInTime, timelyTest } from '../support/within.ts';

const entry = (number: number, text: string): NoteRecord => ({
  brandId: 'brand',
  id: `note ${String(number).padStart(4, '0')}`,
  workItemId: 'item',
  text,
  actor: 'member',
  actorId: 'piet',
  createdAt: number,
  editedAt: null,
});
const shown = (notes: string | null, entries: NoteRecord[]) =>
  partsOfNotes(notes, entries).map(({ text, entry: found }) => [found?.id.at(-1) ?? null, text]);

// Few, so that notes repeat each other and each other's beginnings.
const some = ['a', 'aa', 'b', 'a b', 'a\nb', 'a\n\nb', 'a\n\na', 'called, no answer'];
const texts = fc.constantFrom(...some);

const spaced = fc.constantFrom(...some, 'a\n\n\nb', 'b\n\n\n\na');

test('notes that were added are all found, whatever they say', () => {
  fc.assert(
    fc.property(fc.option(spaced), fc.array(spaced, { maxLength: 8 }), (sent, added) => {
      const entries = added.map((text, index) => entry(index, text));
      const notes = added.reduce(withNote, sent);
      const expected = entries.map(({ id, text }) => [id.at(-1), text]);
      const first = sent === null ? [] : [[null, sent]];
      assert.deepEqual(shown(notes, entries), [...first, ...expected]);
    }),
  );
});

test('whatever is written through the field, the parts are the whole text', () => {
  const written = fc.array(texts).map((some) => some.join('\n\n').trim());
  fc.assert(
    fc.property(written, fc.array(texts, { maxLength: 5 }), (notes, added) => {
      const entries = added.map((text, index) => entry(index, text));
      const parts = partsOfNotes(notes, entries);
      assert.equal(parts.map(({ text }) => text).join('\n\n'), notes);
      for (const { start, text } of parts) assert.ok(notes.startsWith(text, start));
      const found = parts.flatMap((part) => part.entry ?? []);
      assert.equal(new Set(found).size, found.length);
    }),
  );
});

timelyTest('parts are found in linear time', async () => {
  const lengthMax = wholeNotesLengthMax;
  const cases = [
    // An entry that is everywhere but a paragraph nowhere.
    { notes: 'a'.repeat(lengthMax), text: 'a'.repeat(5_000) },
    // Paragraphs that match until the last.
    { notes: 'a\n\n'.repeat(lengthMax / 3) + 'b', text: 'b\n\n' + 'a\n\n'.repeat(3_000) + 'b' },
    { notes: 'b\n\n' + 'a\n\n'.repeat(lengthMax / 3), text: 'a\n\n'.repeat(3_000) + 'b' },
  ];
  for (const { notes, text } of cases) {
    const entries = Array.from({ length: notesPerItemMax }, (_, number) => entry(number, text));
    const beganAt = performance.now();
    const parts = partsOfNotes(notes.trim(), entries);
    assertInTime(performance.now() - beganAt, 3_000, `500 entries of ${text.slice(0, 4)}…`);
    assert.ok(parts.every((part) => part.entry === null));
  }
});

test('a note is changed in its place', () => {
  const entries = [entry(1, 'no answer'), entry(2, 'no answer')];
  const notes = 'Call after five.\n\nno answer\n\nno answer';
  const [, first] = partsOfNotes(notes, entries);
  assert.equal(first!.entry!.id, entries[0]!.id);
  const edited = withEditedNote(notes, first!, 'answered');
  assert.equal(edited, 'Call after five.\n\nanswered\n\nno answer');
});

test('an entry comes back with its text', () => {
  const entries = [entry(1, 'one'), entry(2, 'two')];
  assert.deepEqual(shown('one\n\ntwo!', entries), [
    ['1', 'one'],
    [null, 'two!'],
  ]);
  assert.deepEqual(shown(null, entries), []);
  assert.deepEqual(shown('two\n\none', entries), [
    ['2', 'two'],
    ['1', 'one'],
  ]);
});
