// What the database has answered is heard between two requests, and not only when the event loop comes round: with a
// thousand requests to read first, the database would stand idle until then.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { runInThreads } from '#runner/run-in-threads.ts';
import { temporaryFolder } from '../support/command-line.ts';

const waitMs = 10;
const waitsMax = 1_000;

test('answers are taken while the event loop is busy', async () => {
  const folder = temporaryFolder();
  const nothing = () => {};
  const runner = await runInThreads({
    file: join(folder.path, 'vakwerk.sqlite'),
    waitMsMax: 60_000,
    onAnswer: nothing,
    onCommit: nothing,
    onMigration: nothing,
    onNotified: nothing,
    onDeath: assert.ifError,
    onReaderMissing: assert.ifError,
  });
  after(async () => {
    await runner.close();
    folder.remove();
  });
  for (const action of ['isNewInstallation', 'readSessionsRevision'] as const) {
    const state = { isAnswered: false };
    void runner.run(action, null).then(() => (state.isAnswered = true));
    const clock = new Int32Array(new SharedArrayBuffer(4));
    for (let waits = 0; !state.isAnswered && waits < waitsMax; waits++) {
      Atomics.wait(clock, 0, 0, waitMs);
      runner.takeAnswers();
      // Only what was promised goes on here, no event is heard.
      for (let step = 0; step < 20; step++) await Promise.resolve();
    }
    assert.ok(state.isAnswered);
  }
});
