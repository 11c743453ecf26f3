// Photos from a phone take longer than other requests. Node has one request timeout for the whole
// server: when it expires for an upload, the upload gets more time once.
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

// For 25 MB at 2 Mbit/s, with the request timeout before it.
const moreMs = 90_000;

const uploads = new WeakMap<Socket, ServerResponse>();

export function allowSlowUpload(socket: Socket, response: ServerResponse): void {
  uploads.set(socket, response);
  response.once('close', () => uploads.delete(socket));
}

/** Calls back if the upload takes that time too; false for any other request. */
export function isGivenMoreTime(socket: Socket, onTimeout: () => void): boolean {
  const response = uploads.get(socket);
  if (!response) return false;
  const timer = setTimeout(onTimeout, moreMs).unref();
  response.once('close', () => clearTimeout(timer));
  return true;
}
