// A thread that copies the write-ahead log into the database file in small steps, so that no lead
// waits for a checkpoint.
import { workerData } from 'node:worker_threads';
import { openCheckpointer } from '#db/sqlite/checkpoint.ts';
import { sendEvent, serveRpc } from '#runtime/serve-rpc.js';
import type { CheckpointSettings, CheckpointState } from './thread-messages.ts';

const everyMs = 250;

const { file } = workerData as CheckpointSettings;
const checkpointer = openCheckpointer(file);
const timer = setInterval(advance, everyMs);

serveRpc({
  async respond() {},
  close() {
    clearInterval(timer);
    checkpointer.close();
  },
});

function advance(): void {
  try {
    sendEvent(checkpointer.advance() satisfies CheckpointState);
  } catch {
    // A full disk, for example. The log keeps everything, and the next run tries again.
  }
}
