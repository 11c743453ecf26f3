// The number of V8 and libuv threads.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { test } from 'node:test';
import { needs } from './support/needs.ts';
import { startServer, type TestServer } from './support/server.ts';
import { sharedServer } from './support/shared-server.ts';

// Only Linux can replace the process in place.
const skip = process.platform !== 'linux' && needs('Linux');
const shared = await sharedServer();

test('no more than there are processors', { skip }, () => assertThreads(shared, '2'));

for (const [given, expected] of [
  ['', '2'],
  ['3', '3'],
] as const) {
  test(`the same with MALLOC_ARENA_MAX=${given}`, { skip }, async (t) => {
    const server = await startServer({ env: { MALLOC_ARENA_MAX: given } });
    t.after(() => server.stop());
    assertThreads(server, expected);
  });
}

function assertThreads({ pid }: TestServer, heapsMax: string): void {
  const threads = readdirSync(`/proc/${pid}/task`);
  const names = threads.map((id) => readFileSync(`/proc/${pid}/task/${id}/comm`, 'utf8').trim());
  const ofEngine = names.filter((name) => name === 'node-V8Worker');
  assert.ok(ofEngine.length > 0 && ofEngine.length <= availableParallelism(), names.join(', '));
  const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
  assert.ok(environment.includes(`MALLOC_ARENA_MAX=${heapsMax}`));
}
