// Responses when a scan fails or takes too long; none of it is logged as an error.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { DatabaseUnavailable, Overloaded, StatementTimeout } from '#db/database.ts';
import { beginScan } from '#db/lists/scan-list.ts';
import { scanInChunks } from '#http/scan-in-chunks.ts';
import { ApiError } from '#http/refusals/api-error.ts';
import { TimeBudget } from '#runner/time-budget.ts';

const soFar = beginScan({ after: undefined, words: ['tap'] });
const page = { body: new Uint8Array(), next: null };
const budget = new TimeBudget(60_000);
const limits = { msMax: 60_000, recordsMax: 1_000, response: { destroyed: false }, budget };

type Answer = typeof page | { soFar: typeof soFar } | 'too_broad' | Error;

/** Returns these results in order, and records the calls. */
function answering(...answers: Answer[]) {
  return answeringWithin(limits, ...answers);
}

function answeringWithin(within: typeof limits, ...answers: Answer[]) {
  const asked: unknown[] = [];
  const outcome = scanInChunks(within, async ({ soFar: from }) => {
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

test('each chunk continues where the last one ended', async () => {
  const { asked, outcome } = answering({ soFar }, { soFar }, page);
  assert.equal(await outcome, page);
  const next = { ...soFar, isLast: false };
  assert.deepEqual(asked, [undefined, next, next]);
});

test('after the deadline one more chunk is read', async () => {
  const last = { ...soFar, isLast: true };
  const ended = answeringWithin({ ...limits, msMax: 0 }, { soFar }, page);
  assert.equal(await ended.outcome, page);
  assert.deepEqual(ended.asked, [undefined, last]);
  const endless = answeringWithin({ ...limits, msMax: 0 }, { soFar }, { soFar }, page);
  assert.equal((await refused(endless.outcome)).statusCode, 503);
  assert.deepEqual(endless.asked, [undefined, last]);
});

test('each piece has the whole time budget of a request', async () => {
  const waitMs = 10;
  const budget = new TimeBudget(waitMs);
  let pieces = 0;
  const outcome = scanInChunks({ ...limits, budget }, async () => {
    await budget.spend(() => wait(waitMs));
    return ++pieces === 5 ? page : { soFar };
  });
  assert.equal(await outcome, page);
});

test('no chunk is read for a disconnected caller', async (t) => {
  let pieces = 0;
  const outcome = Promise.withResolvers<unknown>();
  const server = createServer((_request, answer) => {
    const asking = scanInChunks({ ...limits, response: answer }, async () => {
      if (++pieces === 3) {
        const gone = once(answer, 'close');
        client.destroy();
        await gone;
      }
      return pieces < 10 ? { soFar } : page;
    });
    asking.then(outcome.resolve, outcome.reject);
  }).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  t.after(() => client.destroy());
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const { cause } = await refused(outcome.promise);
  assert.equal(pieces, 3);
  assert.ok(cause instanceof Overloaded);
});

test('too broad words are refused with the parameter’s name', async () => {
  const { statusCode, publicMessage } = await refused(answering('too_broad').outcome);
  assert.equal(statusCode, 400);
  assert.match(String(publicMessage), /^q matches too many records: add a longer word/);
});

test('a search that takes too long says what to change, and counts as overload', async () => {
  for (const answers of [
    [{ soFar }, new Overloaded('no turn in time')],
    [new StatementTimeout('canceling statement due to statement timeout')],
    [{ soFar }, new StatementTimeout('canceling statement due to statement timeout')],
  ]) {
    const error = await refused(answering(...answers).outcome);
    assert.equal(error.statusCode, 503);
    assert.match(String(error.publicMessage), /takes too long .* longer word, fewer filters/);
    assert.equal(error.headers['retry-after'], '2');
    // The log gets no stack trace.
    assert.ok(error.cause instanceof Overloaded);
  }
});

test('other errors pass through', async () => {
  for (const error of [new Overloaded('too many waiting'), new DatabaseUnavailable('gone')]) {
    assert.equal(await refused(answering(error).outcome), error);
  }
  const gone = new DatabaseUnavailable('gone');
  assert.equal(await refused(answering({ soFar }, gone).outcome), gone);
});
