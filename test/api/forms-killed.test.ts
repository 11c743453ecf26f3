// What a visitor was told is received is still there after the server was killed.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { call, listAll } from '../support/call.ts';
import { withEachDatabase } from '../support/each-database.ts';
import { makeChannel, newVisitor, person, postForm } from '../support/forms.ts';

withEachDatabase('a killed server', (start) => {
  test('leads, held and refused posts survive, and a double click after it makes no lead', async (t) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'vakwerk-test-'));
    t.after(() => rmSync(dataDir, { recursive: true, force: true }));
    const first = await start({ dataDir });
    const form = await makeChannel(first, { type: 'form' });
    const hook = await makeChannel(first, { type: 'hook' }, form.me);
    const visitor = newVisitor();
    const statuses = [
      await postForm(first, form, person, visitor),
      await postForm(first, form, { ...person, description: 'Spam', vw_website: 'spam' }),
      await postForm(first, form, { email: 'x' }),
      await call(first, hook.path, { body: { ...person, description: 'Hook' } }),
    ].map(({ status }) => status);
    assert.deepEqual(statuses, [303, 303, 400, 200]);
    await first.stop('SIGKILL');
    const second = await start({ dataDir });
    t.after(() => second.stop());
    assert.equal((await postForm(second, form, person, visitor)).status, 303);
    const intakes = await listAll(second, form.key, '/v1/api/intakes');
    const states = intakes.map(({ state }) => state).toSorted();
    assert.deepEqual(states, ['held', 'lead', 'lead', 'refused']);
    assert.equal((await listAll(second, form.key, '/v1/api/leads')).length, 2);
  });
});
