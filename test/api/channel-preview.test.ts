// How an intake would be read with a map that is being made.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeChannel, postForm, postHook } from '../support/channels-of-member.ts';
import { withEachServer } from '../support/each-database.ts';
import { assertError, assertRefused } from '../support/shapes.ts';
import { signInAs } from '../support/sign-in.ts';

const path = '/v1/app/channels/preview';

await withEachServer('the preview of a map', (server) => {
  test('it shows the lead, what is wrong with it, and every value that came in', async () => {
    const me = await signInAs(server);
    const hook = await makeChannel(me, { type: 'hook', name: 'Portal' });
    await postHook(server, hook, { who: { first: 'Jan', last: 'Jansen' }, mail: 'jan@' });
    const [{ id: intakeId }] = (await me.call('/v1/api/intakes')).body.data;
    const preview = async (map: object | null) => {
      const body = { type: 'hook', map, portal: null, intakeId };
      const answer = await me.call(path, { body });
      assert.equal(answer.status, 200, answer.text);
      return answer.body;
    };
    const bare = await preview(null);
    assert.match(bare.errorDetails, /"customerName";rule=required/);
    assert.match(bare.messages.join(), /customerName is required/);
    assert.deepEqual(bare.paths, [
      { path: 'who.first', value: 'Jan' },
      { path: 'who.last', value: 'Jansen' },
      { path: 'mail', value: 'jan@' },
    ]);
    const wrong = await preview({ customerName: ['who.first', 'who.last'], email: 'mail' });
    assert.equal(wrong.lead.customerName, 'Jan Jansen');
    assert.equal(wrong.errorDetails, '"email";rule=not_an_email');
    const right = await preview({ customerName: ['who.first', 'who.last'] });
    assert.deepEqual([right.messages, right.errorDetails], [[], '']);

    const form = await makeChannel(me, { type: 'form', name: 'Website' });
    await postForm(server, form, { customerName: 'Jan Jansen', phone: '1', _vw_form: '1' });
    const [posted] = (await me.call('/v1/api/intakes')).body.data;
    const shown = await me.call(path, {
      body: { type: 'form', map: null, portal: null, intakeId: posted.id },
    });
    assert.equal(shown.body.errorDetails, '"description";rule=required, "phone";rule=no_digit');
    assert.equal(shown.body.errorDetails, posted.errorDetails);

    const stranger = await signInAs(server);
    const asked = { type: 'hook', map: null, portal: null, intakeId };
    assertError(await stranger.call(path, { body: asked }), 404);
    const unknown = { ...asked, map: { nothing: 'x' } };
    assertRefused(await me.call(path, { body: unknown }), 'map.nothing');
  });
});
