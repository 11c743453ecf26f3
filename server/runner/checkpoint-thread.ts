// A thread that copies the write-ahead log into the database file, little by little, beside the writer.
// Done by the writer itself this would hold up every lead that arrives meanwhile.
import { parentPort, workerData } from 'node:worker_threads';
import { openCheckpointer } from '#db/sqlite/checkpoint.ts';
import type { CheckpointSettings, CheckpointState } from './thread-messages.ts';

const everyMs = 250;

const { file } = workerData as CheckpointSettings;
const checkpointer = openCheckpointer(file);
const timer = setInterval(advance, everyMs);

function advance(): void {
  try {
    parentPort!.postMessage(checkpointer.advance() satisfies CheckpointState);
  } catch {
    // A full disk, say. Nothing is lost, the log keeps it all; the next turn tries again.
  }
}

parentPort!.once('message', () => {
  clearInterval(timer);
  checkpointer.close();
  parentPort!.close();
});
