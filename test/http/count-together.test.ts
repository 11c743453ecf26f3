import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CountTogether } from '#http/gate/count-together.ts';

/** Answers with all that were counted, when it is told to. */
function counter() {
  const asked: { subject: string; count: number; end: PromiseWithResolvers<void> }[] = [];
  let sum = 0;
  const counting = new CountTogether(async (subject: string, count: number) => {
    const end = Promise.withResolvers<void>();
    asked.push({ subject, count, end });
    await end.promise;
    return (sum += count);
  });
  const take = async (subject: string) => {
    const { answer, place, count } = await counting.take(subject);
    return answer - count + place;
  };
  const counts = () => asked.map(({ subject, count }) => `${subject} ${count}`);
  return { take, asked, counts };
}

test('those who come while another is counted are counted together, each once and in order', async () => {
  const { take, asked, counts } = counter();
  const first = take('a');
  const others = Promise.all([take('a'), take('a'), take('a')]);
  assert.deepEqual(counts(), ['a 1']);
  asked[0]!.end.resolve();
  assert.equal(await first, 1);
  const last = take('a');
  assert.deepEqual(counts(), ['a 1', 'a 3']);
  asked[1]!.end.resolve();
  assert.deepEqual(await others, [2, 3, 4]);
  asked[2]!.end.resolve();
  assert.equal(await last, 5);
  void take('a');
  assert.deepEqual(counts(), ['a 1', 'a 3', 'a 1', 'a 1']);
});

test('nobody waits for another subject', () => {
  const { take, counts } = counter();
  for (const subject of ['a', 'b', 'a', 'c']) void take(subject);
  assert.deepEqual(counts(), ['a 1', 'b 1', 'c 1']);
});

test('when it fails, those who came meanwhile are counted all the same', async () => {
  const { take, asked } = counter();
  const failed = assert.rejects(take('a'), /no answer/);
  const next = take('a');
  asked[0]!.end.reject(new Error('no answer'));
  await failed;
  asked[1]!.end.resolve();
  assert.equal(await next, 1);
});
