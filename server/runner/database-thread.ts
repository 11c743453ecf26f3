// A thread with one connection to the SQLite file, which runs actions one after the other. A slow
// disk or a long search blocks this thread and never the main thread.
import { workerData } from 'node:worker_threads';
import { Overloaded, type Subject } from '#db/database.ts';
import { monotonicMs } from '#db/monotonic.ts';
import { openSqlite } from '#db/sqlite/open.ts';
import { refuseDamagedFile, refuseUnknownFile } from '#db/sqlite/refuse-file.ts';
import { sendEvent, serveRpc } from '#runtime/serve-rpc.js';
import type { ActionName } from './action-kinds.ts';
import { serializeError } from './thread-errors.ts';
import { runAction } from './run-action.ts';
import { systemContext } from './system-context.ts';
import {
  type ActionRequest,
  type ActionResponse,
  type ThreadEvent,
  type ThreadSettings,
  transferredOf,
} from './thread-messages.ts';

const isForThisServer = new Set<Subject>(['jobs', 'jobEnded', 'events']);
const { file, readOnly, lockWaitMs } = workerData as ThreadSettings;
const commitsMs: number[] = [];
const open = () =>
  openSqlite(file, {
    readOnly,
    onCommit: (tookMs) => commitsMs.push(tookMs),
    busyTimeoutMs: lockWaitMs,
    // The caller of the action sends the other notifications.
    onNotify(subject, detail) {
      if (isForThisServer.has(subject)) send({ type: 'notified', subject, detail });
    },
  });
if (!readOnly) {
  refuseDamagedFile(file);
  refuseUnknownFile(file);
}
// A reader opens the file at its first action, after the writer has created the tables.
let db = readOnly ? null : open();
const context = systemContext({ migrating: (step) => send({ type: 'migrating', step }) });

let queue: Promise<unknown> = Promise.resolve();
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const result = queue.then(work);
  queue = result;
  return result;
}

serveRpc<ActionRequest, ActionResponse>({
  respond: (request) => inTurn(() => respond(request)),
  transferred: transferredOf,
  close: () => inTurn(async () => db?.close()),
});

async function respond({ name, input, deadline }: ActionRequest): Promise<ActionResponse> {
  const began = performance.now();
  const took = () => ({ tookMs: performance.now() - began, commitsMs: commitsMs.splice(0) });
  try {
    // An action that starts too late may commit after the caller was told to retry: a duplicate lead.
    if (monotonicMs() > deadline - lockWaitMs) throw new Overloaded('no time left');
    const output = await run(name, input);
    return { output, ...took() };
  } catch (error) {
    return { error: serializeError(error), ...took() };
  }
}

function send(event: ThreadEvent): void {
  sendEvent(event);
}

async function run(name: ActionName, input: unknown): Promise<unknown> {
  db ??= open();
  return runAction(name, db, input, context);
}
