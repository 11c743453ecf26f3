// @ts-check
// The worker's side of rpc-client.ts, in a thread or a child process. Plain JavaScript, because
// picture processes run with --jitless and cannot load TypeScript.
import process from 'node:process';
import { parentPort } from 'node:worker_threads';

/** @import { Transferable } from 'node:worker_threads' */
/** @import { FromWorker, ToWorker } from './rpc-client.ts' */

/**
 * @template Request, Response
 * @typedef {object} Service
 * @property {(request: Request, signal: AbortSignal) => Promise<Response>} respond Called immediately for each request.
 * @property {(response: Response) => Transferable[]} [transferred] Buffers to transfer instead of copying.
 * @property {() => unknown} [close] Called before the thread exits.
 */

/**
 * Reports that the worker is ready, then responds to requests.
 * @template Request, Response
 * @param {Service<Request, Response>} service
 */
export function serveRpc({ respond, transferred = () => [], close = () => {} }) {
  /** @type {Map<number, AbortController>} */
  const running = new Map();
  const port = parentPort ?? process;
  port.on('message', async (/** @type {ToWorker<Request>} */ message) => {
    if ('cancel' in message) return running.get(message.cancel)?.abort();
    if ('close' in message) {
      await close();
      // In a thread this ends the thread only.
      return process.exit(0);
    }
    const { id, request } = message;
    const abort = new AbortController();
    running.set(id, abort);
    try {
      const response = await respond(request, abort.signal);
      post({ id, response }, transferred(response));
    } catch (error) {
      post({ id, error: /** @type {Error} */ (error).message });
    }
    running.delete(id);
  });
  post({ ready: true });
}

/** @param {unknown} event */
export function sendEvent(event) {
  post({ event });
}

/**
 * @param {FromWorker<unknown, unknown>} message
 * @param {Transferable[]} transferList
 */
function post(message, transferList = []) {
  if (parentPort) parentPort.postMessage(message, transferList);
  // The callback ignores errors: the server may have exited.
  else process.send?.(message, undefined, undefined, () => {});
}
