// The system calls of one lead, in order: its bytes are written to the database log, the log is
// flushed, and only then the response is sent. Own servers and PostgreSQL: they are traced.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { createLead } from '../support/call.ts';
import { temporaryFolder } from '../support/command-line.ts';
import { recordFault } from '../support/fault-record.ts';
import { trusting } from '../support/photo-server.ts';
import { startPictureHost } from '../support/picture-host.ts';
import { startPostgres } from '../support/postgres.ts';
import { processesOf } from '../support/postgres-processes.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { type SystemCall, traceCalls } from '../support/system-calls.ts';

const word = 'dakgootreparatie';
const flushes = new Set(['fsync', 'fdatasync']);
const logs = { SQLite: /^\d+<[^>]*\.sqlite-wal>/, PostgreSQL: /^\d+<[^>]*\/pg_wal\// };

test('SQLite, and a picture', async (t) => {
  const host = await startPictureHost();
  t.after(() => host.close());
  const server = await startServer({ env: trusting(host) });
  t.after(() => server.stop());
  const photoUrls = [host.url('/photo.png?width=200')];
  const calls = await traceOneLead(t, server, [server.pid], { photoUrls });
  if (!calls) return;
  const answer = assertFlushedBeforeAnswer(calls, 'SQLite');

  const stored = calls.filter(
    ({ name, args }) => name.startsWith('rename') && args.includes('.picture'),
  );
  assert.equal(stored.length, 1, 'one picture');
  const [from, to] = [...stored[0]!.args.matchAll(/"([^"]+)"/g)].map(([, path]) => path!);
  const isFlushed = (path: string, after: number, before: number) =>
    calls.some(
      ({ name, args, beganAt, endedAt }) =>
        flushes.has(name) && args.endsWith(`<${path}>`) && beganAt > after && endedAt < before,
    );
  assert.ok(isFlushed(from!, 0, stored[0]!.beganAt), 'its bytes, before it has its name');
  for (let folder = join(to!, '..'); folder !== server.dataDir; folder = join(folder, '..')) {
    assert.ok(isFlushed(folder, stored[0]!.endedAt, answer.beganAt), `its name: ${folder}`);
  }
});

test('PostgreSQL', async (t) => {
  const postgres = await startPostgres();
  t.after(() => postgres.close());
  const server = await startServer({ databaseUrl: await postgres.createDatabase() });
  t.after(() => server.stop());
  const calls = await traceOneLead(t, server, [server.pid, ...processesOf(postgres)]);
  if (calls) assertFlushedBeforeAnswer(calls, 'PostgreSQL');
});

/** Undefined where tracing is not possible. */
async function traceOneLead(
  t: TestContext,
  server: TestServer,
  pids: readonly number[],
  fields: Record<string, unknown> = {},
): Promise<SystemCall[] | undefined> {
  const folder = temporaryFolder();
  t.after(() => folder.remove());
  const key = await server.createKey();
  const stop = await traceCalls(pids, folder.file('trace'));
  if (typeof stop === 'string') {
    t.skip(stop);
    return undefined;
  }
  const { status, text } = await createLead(server, key, { title: word, ...fields });
  const calls = await stop((seen) => seen.some(isAnswer));
  assert.equal(status, 201, text);
  return calls;
}

function isAnswer({ args }: SystemCall): boolean {
  return args.includes('HTTP/1.1 201') && args.includes(word);
}

/** Returns the response. */
function assertFlushedBeforeAnswer(
  calls: readonly SystemCall[],
  database: 'SQLite' | 'PostgreSQL',
): SystemCall {
  const isOfLog = ({ args }: SystemCall) => logs[database].test(args);
  const answers = calls.filter(isAnswer);
  assert.equal(answers.length, 1, 'one answer');
  const answer = answers[0]!;
  const writes = calls.filter(
    (call) => isOfLog(call) && call.args.includes(word) && call.beganAt < answer.beganAt,
  );
  assert.ok(writes.length > 0, 'the lead is in the log');
  // The first write: the page may be written again for something else.
  const writtenAt = Math.min(...writes.map(({ endedAt }) => endedAt));
  const flush = calls.find(
    (call) => flushes.has(call.name) && isOfLog(call) && call.beganAt > writtenAt,
  );
  assert.ok(flush && flush.endedAt < answer.beganAt, 'it is answered before it is on the disk');
  recordFault({
    fault: 'system calls: flushed before it is answered',
    database,
    times: 1,
    acknowledged: 1,
    lost: 0,
    halfMade: 0,
    doubles: 0,
    longestRecoveryMs: null,
  });
  return answer;
}
