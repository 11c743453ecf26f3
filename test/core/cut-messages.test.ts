// Validation messages are cut to a number and a size, with a count of the rest.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { echoedLengthMax, messageLengthMax, messagesBytesMax } from '#contract/limits.ts';
import { cutError, cutMessage, cutMessages, echoed, listed } from '#core/reading/cut-messages.ts';

const messagesMax = 20;
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  // Long messages of characters that JSON escapes to six bytes, or surrogate pairs.
  fc
    .tuple(fc.constantFrom('a', '\u0001', '😀', 'é', '"', '\ud800'), fc.nat(3_000))
    .map(([sign, times]) => sign.repeat(times)),
);
const messages = fc.array(text, { maxLength: 60 });
const bytesMax = fc.constantFrom(messagesBytesMax, 2_048, 1_024);

function restIn(cut: readonly string[], sent: readonly string[]): number {
  if (cut.length === sent.length && !/^and \d+ more$/.test(cut.at(-1) ?? '')) return 0;
  return Number(/^and (\d+) more$/.exec(cut.at(-1)!)![1]);
}

test('at most 20 messages are kept, within the byte limit, and the rest is counted', () => {
  fc.assert(
    fc.property(messages, bytesMax, (sent, most) => {
      const cut = cutMessages(sent, most);
      const rest = cut.length === 0 ? 0 : restIn(cut, sent);
      const shown = rest > 0 ? cut.slice(0, -1) : cut;
      assert.equal(shown.length + rest, sent.length);
      assert.ok(shown.length <= messagesMax);
      assert.ok(shown.length > 0 || sent.length === 0, 'one is always told');
      assert.ok(Buffer.byteLength(JSON.stringify(shown)) <= most + 2);
      for (const [index, message] of shown.entries()) assertBeginning(message, sent[index]!);
    }),
    { numRuns: 2_000 },
  );
});

test('messages that fit are unchanged', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 50 }), { maxLength: messagesMax }), (sent) => {
      assert.deepEqual(cutMessages(sent), sent);
      for (const one of sent) assert.equal(cutMessage(one), one);
    }),
  );
});

test('a single message is cut too, and never in the middle of a character', () => {
  fc.assert(
    fc.property(text, bytesMax, (sent, most) => {
      const cut = cutMessage(sent, most) as string;
      assert.ok(Buffer.byteLength(JSON.stringify(cut)) <= most);
      assertBeginning(cut, sent);
    }),
    { numRuns: 1_000 },
  );
});

test('an echoed name is cut at 100 characters', () => {
  fc.assert(
    fc.property(text, (sent) => {
      const cut = echoed(sent);
      assert.ok(cut.length <= echoedLengthMax);
      if (sent.length <= echoedLengthMax) assert.equal(cut, sent);
      else assertBeginning(cut, sent);
    }),
    { numRuns: 1_000 },
  );
});

test('a list of names is cut at 20', () => {
  const names = Array.from({ length: 23 }, (_, index) => `n${index}`);
  assert.equal(listed(names.slice(0, 20)), names.slice(0, 20).join(', '));
  assert.equal(listed(names), `${names.slice(0, 20).join(', ')} and 3 more`);
});

test('less than 4 KB of an error is logged', () => {
  fc.assert(
    fc.property(
      text,
      text,
      fc.dictionary(text, fc.oneof(text, messages)),
      (message, stack, more) => {
        const cut = cutError({ ...more, message, stack });
        assert.ok(Buffer.byteLength(JSON.stringify(cut)) < 3_800);
      },
    ),
    { numRuns: 500 },
  );
  const error = { type: 'Error', message: 'no', stack: 'Error: no\n    at x', code: 7 };
  assert.deepEqual(cutError(error), error);
});

function assertBeginning(cut: string, sent: string): void {
  if (cut === sent) return;
  assert.ok(cut.length <= messageLengthMax);
  assert.ok(cut.endsWith('…') && sent.startsWith(cut.slice(0, -1)));
  assert.equal(cut.isWellFormed() || !sent.isWellFormed(), true, 'half a character');
}
