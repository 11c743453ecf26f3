// Verdicts on form posts, and the attempts of the proof of work.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { HeldReason } from '#contract/intake-lists.ts';
import { formPostsPerMinuteMax } from '#contract/limits.ts';
import { type FormFacts, difficultyFor, judgeForm } from '#core/intakes/judge-form.ts';

const person: FormFacts = {
  isHoneypotFilled: false,
  isFromOtherSite: false,
  openedMsAgo: 20_000,
  proof: 'valid',
  postsOfAddress: 0,
  postsOfChannel: 0,
  noProofOfChannel: 0,
};

const verdicts: [facts: Partial<FormFacts>, verdict: HeldReason | null][] = [
  [{}, null],
  [{ isHoneypotFilled: true }, 'honeypot'],
  [{ openedMsAgo: 1_999 }, 'too_fast'],
  [{ openedMsAgo: 2_000 }, null],
  [{ openedMsAgo: -5 }, 'too_fast'],
  [{ openedMsAgo: null }, null],
  [{ proof: 'invalid' }, 'proof_invalid'],
  [{ proof: 'none', openedMsAgo: null }, null],
  [{ proof: 'none', noProofOfChannel: 4 }, null],
  [{ proof: 'none', noProofOfChannel: 5 }, 'no_proof'],
  [{ proof: 'unknown', noProofOfChannel: 5 }, 'no_proof'],
  [{ proof: 'valid', noProofOfChannel: 5 }, null],
  [{ postsOfAddress: formPostsPerMinuteMax - 1 }, null],
  [{ postsOfAddress: formPostsPerMinuteMax }, 'too_many'],
  [{ postsOfChannel: 10_000 }, null],
  [{ isFromOtherSite: true }, 'other_site'],
  [{ isFromOtherSite: true, proof: 'none', noProofOfChannel: 5 }, 'other_site'],
  [{ isFromOtherSite: true, openedMsAgo: 0 }, 'other_site'],
  [{ isFromOtherSite: true, isHoneypotFilled: true }, 'honeypot'],
  [{ isFromOtherSite: true, postsOfAddress: formPostsPerMinuteMax }, 'too_many'],
];

for (const [facts, verdict] of verdicts) {
  test(`${JSON.stringify(facts)} is ${verdict ?? 'accepted'}`, () => {
    assert.equal(judgeForm({ ...person, ...facts }), verdict);
  });
}

test('the attempts rise with the posts, and are bounded', () => {
  const count = fc.nat(100_000);
  fc.assert(
    fc.property(count, count, count, (postsOfAddress, postsOfChannel, more) => {
      const attempts = difficultyFor({ postsOfAddress, postsOfChannel });
      assert.ok(attempts >= 100 && attempts <= 3_000 && Number.isInteger(attempts));
      assert.ok(
        difficultyFor({ postsOfAddress: postsOfAddress + more, postsOfChannel }) >= attempts,
      );
      assert.ok(
        difficultyFor({ postsOfAddress, postsOfChannel: postsOfChannel + more }) >= attempts,
      );
    }),
  );
  assert.equal(difficultyFor({ postsOfAddress: 0, postsOfChannel: 0 }), 100);
  assert.equal(difficultyFor({ postsOfAddress: 4, postsOfChannel: 60 }), 800);
  assert.equal(difficultyFor({ postsOfAddress: 0, postsOfChannel: 100_000 }), 400);
});
