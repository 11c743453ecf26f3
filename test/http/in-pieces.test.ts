// What a caller is told when a list cannot be looked through, and that it is nothing for the log.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DatabaseUnavailable, Overloaded, StatementTimeout } from '#db/database.ts';
import { beginLook } from '#db/look-through.ts';
import { askInPieces } from '#http/in-pieces.ts';
import { ApiError } from '#http/refusals/api-error.ts';

const soFar = beginLook({ after: undefined, words: ['tap'] });
const page = { body: new Uint8Array(), next: null };

/** Answers in this order, and notes what it was asked with. */
function answering(...answers: (typeof page | { soFar: typeof soFar } | 'too_broad' | Error)[]) {
  const asked: unknown[] = [];
  const outcome = askInPieces(async (from) => {
    asked.push(from);
    const answer = answers.shift()!;
    if (answer instanceof Error) throw answer;
    return answer;
  });
  return { asked, outcome };
}

const refused = (outcome: Promise<unknown>) =>
  outcome.then(
    () => assert.fail('was answered'),
    (error: ApiError) => error,
  );

test('each piece goes on where the last one ended', async () => {
  const { asked, outcome } = answering({ soFar }, { soFar }, page);
  assert.equal(await outcome, page);
  assert.deepEqual(asked, [undefined, soFar, soFar]);
});

test('words that find too much are refused by the name of the parameter', async () => {
  const { statusCode, publicMessage } = await refused(answering('too_broad').outcome);
  assert.equal(statusCode, 400);
  assert.match(String(publicMessage), /^q finds too much to look through: add a longer word/);
});

test('a search that takes too long says what to ask for, and counts as overload', async () => {
  for (const answers of [
    [{ soFar }, new Overloaded('no turn in time')],
    [new StatementTimeout('canceling statement due to statement timeout')],
    [{ soFar }, new StatementTimeout('canceling statement due to statement timeout')],
  ]) {
    const error = await refused(answering(...answers).outcome);
    assert.equal(error.statusCode, 503);
    assert.match(String(error.publicMessage), /takes too long .* longer word, with fewer filters/);
    assert.equal(error.headers['retry-after'], '2');
    // The log gets no stack of it.
    assert.ok(error.cause instanceof Overloaded);
  }
});

test('what is no fault of the search is told as it is', async () => {
  for (const error of [new Overloaded('too many waiting'), new DatabaseUnavailable('gone')]) {
    assert.equal(await refused(answering(error).outcome), error);
  }
  const gone = new DatabaseUnavailable('gone');
  assert.equal(await refused(answering({ soFar }, gone).outcome), gone);
});
