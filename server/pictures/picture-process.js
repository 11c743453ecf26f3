// @ts-check
// The process that decodes what strangers sent, apart from the server, so that a bad picture ends nothing
// but it. Plain JavaScript: it runs without a compiler for machine code (start-picture-process.ts), and
// Node cannot read TypeScript without one.
import process from 'node:process';
import { serveRpc } from '../runtime/serve-rpc.js';
import { makePicture } from './make-picture.js';

// A decoder that is at work would hold up an ordinary exit until it is done.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// Sent to all processes of a service or a terminal at once. The server decides when this one ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});

serveRpc({
  async respond(/** @type {import('./process-messages.ts').PictureRequest} */ request) {
    const response = await makePicture(request);
    // After the response: the pixels of this picture must not count against the memory of the next.
    setImmediate(() => globalThis.gc?.());
    return response;
  },
});
