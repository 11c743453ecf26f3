// A thread that owns one connection to the SQLite file and runs actions on it, one after the other.
// A slow disk or a long search holds this thread up and never the one that answers requests.
import { workerData } from 'node:worker_threads';
import { Overloaded, type Subject } from '#db/database.ts';
import { monotonicMs } from '#db/monotonic.ts';
import { openSqlite } from '#db/sqlite/open.ts';
import { refuseDamagedFile, refuseUnknownFile } from '#db/sqlite/refuse-file.ts';
import type { ActionName } from './action-runner.ts';
import { carried } from './carried-errors.ts';
import { runAction } from './run-action.ts';
import { systemContext } from './system-context.ts';
import {
  type ThreadAnswer,
  type ThreadNews,
  type ThreadQuestion,
  type ThreadSettings,
  transferredOf,
  type WithPort,
} from './thread-messages.ts';

const isForThisServer = new Set<Subject>(['jobs', 'jobEnded', 'events']);
const { port, file, readOnly, lockWaitMs } = workerData as ThreadSettings & WithPort;
const commitsMs: number[] = [];
const open = () =>
  openSqlite(file, {
    readOnly,
    onCommit: (tookMs) => commitsMs.push(tookMs),
    busyTimeoutMs: lockWaitMs,
    // The others are told by who asked for the action.
    onNotify(subject, detail) {
      if (isForThisServer.has(subject)) tell({ news: 'notified', subject, detail });
    },
  });
if (!readOnly) {
  refuseDamagedFile(file);
  refuseUnknownFile(file);
}
// Who only reads has nothing to open before the tables are there, which is when the first question comes.
let db = readOnly ? null : open();
const context = systemContext({ migrating: (step) => tell({ news: 'migrating', step }) });

let queue = Promise.resolve();
port.on('message', (question: ThreadQuestion) => {
  queue = queue.then(() => answer(question));
});
post({ id: 0, output: 'ready', tookMs: 0 });

async function answer({ id, name, input, deadline }: ThreadQuestion): Promise<void> {
  if (name === 'close') {
    await db?.close();
    post({ id, output: null, tookMs: 0 });
    port.close();
    return;
  }
  const began = performance.now();
  try {
    // What begins too late may end when the caller has been told to come back: a lead made twice.
    if (monotonicMs() > deadline - lockWaitMs) throw new Overloaded('no time left');
    const output = await run(name, input);
    post({ id, output, tookMs: performance.now() - began });
  } catch (error) {
    const tookMs = performance.now() - began;
    post({ id, error: carried(error), tookMs });
  }
}

function tell(news: ThreadNews): void {
  port.postMessage(news);
}

function post(answer: Omit<ThreadAnswer, 'commitsMs'>): void {
  port.postMessage({ ...answer, commitsMs: commitsMs.splice(0) }, transferredOf(answer.output));
}

async function run(name: ActionName, input: unknown): Promise<unknown> {
  db ??= open();
  return runAction(name, db, input, context);
}
