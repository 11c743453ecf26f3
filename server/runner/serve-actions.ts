// A thread that owns one connection to the SQLite file and runs actions on it, one after the other.
// A slow disk or a long search holds this thread up and never the one that answers requests.
import { parentPort, workerData } from 'node:worker_threads';
import { type Database, DatabaseUnavailable } from '#db/database.ts';
import { openSqlite } from '#db/sqlite/open.ts';
import type { ActionContext } from '#actions/context.ts';
import type { ActionName } from './action-runner.ts';
import { actions } from './actions.ts';
import { systemContext } from './system-context.ts';
import type { ThreadAnswer, ThreadQuestion, ThreadSettings } from './thread-messages.ts';

const port = parentPort!;
const { file, readOnly, lockWaitMs } = workerData as ThreadSettings;
const db = openSqlite(file, { readOnly, busyTimeoutMs: lockWaitMs });
const context = systemContext();

let queue = Promise.resolve();
port.on('message', (question: ThreadQuestion) => {
  queue = queue.then(() => answer(question));
});
port.postMessage({ id: 0, output: 'ready', tookMs: 0 } satisfies ThreadAnswer);

async function answer({ id, name, input, deadline }: ThreadQuestion): Promise<void> {
  if (name === 'close') {
    await db.close();
    port.postMessage({ id, output: null, tookMs: 0 } satisfies ThreadAnswer);
    port.close();
    return;
  }
  const began = performance.now();
  try {
    // What begins too late may end when the caller has been told to come back: a lead made twice.
    if (Date.now() > deadline - lockWaitMs) throw new DatabaseUnavailable('no time left');
    const output = await run(name, input);
    const tookMs = performance.now() - began;
    port.postMessage({ id, output, tookMs } satisfies ThreadAnswer, transferable(output));
  } catch (error) {
    const tookMs = performance.now() - began;
    const { message, stack = '' } = error as Error;
    const isUnavailable = error instanceof DatabaseUnavailable;
    port.postMessage({
      id,
      error: { message, stack, isUnavailable },
      tookMs,
    } satisfies ThreadAnswer);
  }
}

type AnyAction = (db: Database, input: never, context: ActionContext) => Promise<unknown>;

function run(name: ActionName, input: unknown): Promise<unknown> {
  return (actions[name] as AnyAction)(db, input as never, context);
}

// The bytes of a page change hands instead of being copied.
function transferable(output: unknown): ArrayBuffer[] {
  const body = (output as { body?: unknown } | null)?.body;
  return body instanceof Uint8Array && body.buffer instanceof ArrayBuffer ? [body.buffer] : [];
}
