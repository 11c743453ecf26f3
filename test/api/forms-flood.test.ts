// A flood of form posts: it is bounded, its senders are told, and the API goes on.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formPostsPerMinuteMax, heldPostsPerMinuteMax } from '#contract/limits.ts';
import { createLead } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { asScript, makeChannel, newVisitor, person, postForm } from '../support/forms.ts';

const addresses = 12;
const postsPerAddress = 60;
const creates = 20;

await withEachServer('a flood of form posts', (server) => {
  test('each is stored or told to wait, and leads of the API are made', async () => {
    const channel = await makeChannel(server, { type: 'form' });
    const visitors = Array.from({ length: addresses }, () => newVisitor(asScript));
    const flood = visitors.flatMap((visitor, at) =>
      Array.from({ length: postsPerAddress }, (_, number) =>
        postForm(server, channel, { ...person, description: `${at} ${number}` }, visitor),
      ),
    );
    const leads = Array.from({ length: creates }, (_, number) =>
      createLead(server, channel.key, { email: `flood${number}@example.com` }),
    );
    const [posts, made] = [await Promise.all(flood), await Promise.all(leads)];
    assert.deepEqual(new Set(made.map(({ status }) => status)), new Set([201]));
    const stored = posts.filter(({ status }) => status === 201);
    const refused = posts.filter(({ status }) => status !== 201);
    for (const { status, headers } of refused) {
      assert.ok(status === 429 || status === 503, `${status}`);
      assert.ok(Number(headers.get('retry-after')) > 0);
    }
    const storedMax = addresses * formPostsPerMinuteMax + 2 * heldPostsPerMinuteMax;
    assert.ok(stored.length <= storedMax, `${stored.length}`);
    assert.ok(stored.length > 0);
    const kept = await channel.intakes();
    assert.equal(kept.length, stored.length);
    assert.equal((await channel.leads()).length, creates + kept.filter(isLead).length);
    assert.ok(kept.filter(isLead).length <= 5);
  });
});

function isLead({ state }: { state: string }): boolean {
  return state === 'lead';
}
