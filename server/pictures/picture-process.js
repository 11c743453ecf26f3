// @ts-check
// The process that decodes untrusted files, so that a bad picture crashes only this process. Plain
// JavaScript: it runs with --jitless (start-picture-process.ts), and Node's type stripping needs WebAssembly.
import process from 'node:process';
import { serveRpc } from '../runtime/serve-rpc.js';
import { makePicture } from './make-picture.js';

// A running decoder would delay a normal exit until it is done.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// Signals reach all processes of a service or terminal. The server decides when this one ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});

serveRpc({
  async respond(/** @type {import('./process-messages.ts').PictureRequest} */ request) {
    const response = await makePicture(request);
    // After the response: the pixels of this picture must not count against the memory of the next.
    setImmediate(() => globalThis.gc?.());
    return response;
  },
});
