// A thread that runs actions on PostgreSQL, as many at a time as there are connections. What it takes to
// put statements together and to read answers would hold up the thread that answers requests.
import { workerData } from 'node:worker_threads';
import { carried } from './carried-errors.ts';
import { type PostgresSettings, runOnPostgres } from './run-on-postgres.ts';
import {
  type ThreadAnswer,
  type ThreadNews,
  type ThreadQuestion,
  transferredOf,
  type WithPort,
} from './thread-messages.ts';

const { port, ...settings } = workerData as PostgresSettings & WithPort;
const tell = (news: ThreadNews) => port.postMessage(news);
const commitsMs: number[] = [];

const runner = await runOnPostgres({
  ...settings,
  onCommit: (tookMs) => commitsMs.push(tookMs),
  onMigration: (step) => tell({ news: 'migrating', step }),
  onReplicaRead: (isReplica) => tell({ news: 'replicaRead', isReplica }),
  onClockRead: (reading) => tell({ news: 'clockRead', reading }),
  onConnectionError: ({ message }) => tell({ news: 'connectionError', message }),
  onCommitsHang: (areHanging) => tell({ news: 'commitsHang', areHanging }),
});
port.on('message', (question: ThreadQuestion) => void answer(question));
post({ id: 0, output: 'ready', tookMs: 0 });

async function answer(question: ThreadQuestion): Promise<void> {
  const { id, name, input } = question;
  const began = performance.now();
  try {
    const deadline = question.endsAtDeadline ? question.deadline : Infinity;
    const output =
      name === 'close' ? await runner.close() : await runner.run(name, input, deadline);
    post({ id, output, tookMs: performance.now() - began });
    if (name === 'close') port.close();
  } catch (error) {
    const tookMs = performance.now() - began;
    post({ id, error: carried(error), tookMs });
  }
}

function post(answer: Omit<ThreadAnswer, 'commitsMs'>): void {
  port.postMessage({ ...answer, commitsMs: commitsMs.splice(0) }, transferredOf(answer.output));
}
