// The work of a proof.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { Challenges } from '#http/forms/challenges.ts';

test('a proof takes at most as many attempts as were asked for, and at least half', async () => {
  const challenges = new Challenges('secret');
  const attemptsMax = 8;
  const counters = new Set<number>();
  for (let number = 0; number < 30; number++) {
    const challenge = await challenges.issue('channel', attemptsMax, Date.now());
    const solution = await solveChallenge({ challenge, deriveKey });
    counters.add(solution!.counter);
    const text = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
    const { proof } = await challenges.check('channel', text);
    assert.equal(proof, 'valid');
  }
  assert.ok(Math.min(...counters) >= attemptsMax / 2, [...counters].join(' '));
  assert.ok(Math.max(...counters) <= attemptsMax, [...counters].join(' '));
});
