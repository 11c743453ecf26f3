// A thread that runs actions on PostgreSQL. Building statements and parsing rows would block the main thread.
import { workerData } from 'node:worker_threads';
import { sendEvent, serveRpc } from '#runtime/serve-rpc.js';
import { serializeError } from './thread-errors.ts';
import { type PostgresSettings, runOnPostgres } from './run-on-postgres.ts';
import {
  type ActionRequest,
  type ActionResponse,
  type ThreadEvent,
  transferredOf,
} from './thread-messages.ts';

const send = (event: ThreadEvent) => sendEvent(event);
const commitsMs: number[] = [];

const runner = await runOnPostgres({
  ...(workerData as PostgresSettings),
  onCommit: (tookMs) => commitsMs.push(tookMs),
  onMigration: (step) => send({ type: 'migrating', step }),
  onReplicaRead: (isReplica) => send({ type: 'replicaRead', isReplica }),
  onClockRead: (reading) => send({ type: 'clockRead', reading }),
  onConnectionError: ({ message }) => send({ type: 'connectionError', message }),
  onCommitsHang: (areHanging) => send({ type: 'commitsHang', areHanging }),
});

serveRpc<ActionRequest, ActionResponse>({
  respond,
  transferred: transferredOf,
  close: () => runner.close(),
});

async function respond({
  name,
  input,
  deadline,
  endsAtDeadline,
}: ActionRequest): Promise<ActionResponse> {
  const began = performance.now();
  const took = () => ({ tookMs: performance.now() - began, commitsMs: commitsMs.splice(0) });
  try {
    const output = await runner.run(name, input, endsAtDeadline ? deadline : Infinity);
    return { output, ...took() };
  } catch (error) {
    return { error: serializeError(error), ...took() };
  }
}
