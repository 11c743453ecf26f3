// How many threads the engine has for its own work.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { test } from 'node:test';
import { startServer } from './support/server.ts';

const skip = process.platform !== 'linux' && 'only Linux lets a program start once more in place';

for (const env of [{}, { MALLOC_ARENA_MAX: '' }, { MALLOC_ARENA_MAX: '3' }]) {
  const given = `with ${JSON.stringify(env)}`;
  test(`no more than there are processors, ${given}`, { skip }, async (t) => {
    const server = await startServer({ env });
    t.after(() => server.stop());
    const threads = readdirSync(`/proc/${server.pid}/task`);
    const names = threads.map((id) =>
      readFileSync(`/proc/${server.pid}/task/${id}/comm`, 'utf8').trim(),
    );
    const ofEngine = names.filter((name) => name === 'node-V8Worker');
    assert.ok(ofEngine.length > 0 && ofEngine.length <= availableParallelism(), names.join(', '));
    const environment = readFileSync(`/proc/${server.pid}/environ`, 'utf8').split('\0');
    assert.ok(environment.includes(`MALLOC_ARENA_MAX=${env.MALLOC_ARENA_MAX || '2'}`));
  });
}
