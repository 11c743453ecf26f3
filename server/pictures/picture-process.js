// @ts-check
// The process that decodes what strangers sent, apart from the server, so that a bad picture ends nothing
// but it. Plain JavaScript: it runs without a compiler for machine code (start-picture-process.ts), and
// Node cannot read TypeScript without one.
import process from 'node:process';
import { makePicture } from './make-picture.js';

/** @import { PictureAnswer, PictureQuestion } from './process-messages.ts' */

// A decoder that is at work would hold up an ordinary exit until it is done.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// Sent to all processes of a service or a terminal at once. The server decides when this one ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});

process.on('message', async (/** @type {PictureQuestion} */ question) => {
  answer(await makePicture(question));
  // The pixels of this picture should not count against the memory of the next.
  globalThis.gc?.();
});
answer({ kind: 'ready' });

/** @param {PictureAnswer} answer */
function answer(answer) {
  process.send?.(answer, undefined, undefined, () => {});
}
