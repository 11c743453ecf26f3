// Remarks in notes are replaced; the words of the sender and of members stay.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { replaceRemarks } from '#core/leads/replace-remarks.ts';

const patterns = ['Other name: Jan Kok\\.', 'Other name: Jan\\.', 'Other phone: 12\\.'];
const [longName, name, phone] = [
  'Other name: Jan Kok.',
  'Other name: Jan.',
  'Other phone: 12.',
] as const;

const cases: [what: string, before: string, submitted: string, remarks: string[], after: string][] =
  [
    ['all go', `Hi\n\n${name} ${phone}`, 'Hi', [], 'Hi'],
    ['one of two goes', `Hi\n\n${name} ${phone}`, 'Hi', [phone], `Hi\n\n${phone}`],
    ['nothing is left', `${name} ${phone}`, '', [], ''],
    ['one is added', 'Hi', 'Hi', [name], `Hi\n\n${name}`],
    ['one is added to nothing', '', '', [name], name],
    ['one follows another', `Hi\n\n${name}`, 'Hi', [name, phone], `Hi\n\n${name} ${phone}`],
    ['one is replaced', `Hi\n\n${longName}`, 'Hi', [name], `Hi\n\n${name}`],
    [
      'what holds stays in place',
      `Hi\n\nCalled.\n\n${name}`,
      'Hi',
      [name],
      `Hi\n\nCalled.\n\n${name}`,
    ],
    ['a paragraph before', `Hi\n\n${name}\n\nCalled.`, 'Hi', [], 'Hi\n\nCalled.'],
    ['a paragraph after', 'Hi\n\nCalled.', 'Hi', [name], `Hi\n\n${name}\n\nCalled.`],
    ['words before it', `Hi\n\nCalled. ${name}`, 'Hi', [], 'Hi\n\nCalled.'],
    ['words behind it', `Hi\n\n${name} ${phone} Called.`, 'Hi', [], 'Hi\n\nCalled.'],
    ['words between', `Hi\n\n${name} Called. ${phone}`, 'Hi', [], 'Hi\n\nCalled.'],
    ['words joined to it', `Hi\n\n${name}(his wife)`, 'Hi', [], `Hi\n\n${name}(his wife)`],
    ['the sender wrote the same', `${name}\n\n${name}`, name, [], name],
    ['and a member edited it', `So: ${name}\n\n${phone}`, name, [], `So: ${name}`],
    ['the submitted notes were edited', `Hello\n\n${name}`, 'Hi', [phone], `Hello\n\n${phone}`],
    ['their line was continued', 'Hi there', 'Hi', [phone], `Hi there\n\n${phone}`],
  ];

for (const [what, before, submitted, remarks, after] of cases) {
  test(what, () => {
    const changed = replaceRemarks(before, { submitted, patterns, remarks });
    assert.equal(changed, after === '' ? null : after);
  });
}

test('whatever the notes, all other words stay, and a way back restores them', () => {
  const text = fc.constantFrom('', 'Hi', 'Called.', 'Two\nlines', name, `Says: ${phone}`);
  const some = fc.subarray([name, phone]);
  fc.assert(
    fc.property(text, text, some, some, (submitted, written, first, second) => {
      const isWritten = [name, phone].some((one) => written.includes(one));
      fc.pre(!isWritten);
      const change = (notes: string, remarks: string[]) =>
        replaceRemarks(notes, { submitted, patterns, remarks }) ?? '';
      const paragraphs = [submitted, first.join(' '), written].filter((one) => one !== '');
      const before = paragraphs.join('\n\n');
      const after = change(before, second);
      assert.ok(after.startsWith(submitted) && after.endsWith(written), after);
      const own = after.slice(submitted.length, after.length - written.length);
      assert.deepEqual(new Set(own.match(/Other \w+: \w+\./g) ?? []), new Set(second));
      assert.equal(change(after, second), after);
      const back = change(after, first);
      assert.deepEqual(back.split(/\s/).toSorted(), before.split(/\s/).toSorted());
    }),
  );
});
