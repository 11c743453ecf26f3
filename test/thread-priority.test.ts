// Who goes first on a busy machine.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { test } from 'node:test';
import { startServer } from './support/server.ts';

const skip = process.platform !== 'linux' && 'only Linux lets threads of a process differ';

test('the threads of the engine let those go first that answer and write', { skip }, async (t) => {
  const server = await startServer();
  t.after(() => server.stop());
  const threads = readdirSync(`/proc/${server.pid}/task`).map((id) => {
    const stat = readFileSync(`/proc/${server.pid}/task/${id}/stat`, 'utf8');
    const name = /\((.*)\)/.exec(stat)![1]!;
    // The 19th of all, the third being the first behind the name.
    const niceness = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
    return { id: Number(id), name, niceness };
  });
  const ours = threads.find(({ id }) => id === server.pid)!;
  const writer = threads.find(({ name }) => name === 'database writer')!;
  assert.equal(writer.niceness, ours.niceness);
  const engine = threads.filter(({ name }) => name === 'node-V8Worker');
  assert.ok(engine.length > 0 && engine.length <= availableParallelism(), `${engine.length}`);
  for (const { niceness } of engine) assert.ok(niceness > ours.niceness, `${niceness}`);
});
