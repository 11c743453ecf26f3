// One connection to a server at byte level: a request may be sent in parts or incompletely, and its
// outcome is known exactly.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Answer } from './call.ts';
import type { TestServer } from './server.ts';

interface RawAnswer {
  status: number;
  head: string;
  body: string;
}

export class HttpConnection {
  readonly socket: Socket;
  /** Resolves when the connection is closed, for any reason. */
  readonly gone: Promise<unknown>;
  #received: Buffer = Buffer.alloc(0);
  #resolve: ((answer: RawAnswer | null) => void) | null = null;

  /** Null when the connection is refused. */
  static async open(
    { url }: Pick<TestServer, 'url'>,
    // Keeps sending after the server has closed its side; connects from another loopback address.
    { isStubborn = false, from }: { isStubborn?: boolean; from?: string } = {},
  ): Promise<HttpConnection | null> {
    const { hostname, port } = new URL(url);
    const socket = connect({
      host: hostname,
      port: Number(port),
      allowHalfOpen: isStubborn,
      ...(from && { localAddress: from }),
    });
    try {
      await once(socket, 'connect');
    } catch {
      return null;
    }
    return new HttpConnection(socket);
  }

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.setNoDelay(true);
    this.gone = new Promise((resolve) => socket.once('close', resolve));
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
    // The other side may reset the connection; the waiting caller judges it.
    socket.on('error', () => {});
    socket.on('close', () => this.#settle(null));
  }

  get isOpen(): boolean {
    return this.socket.readyState === 'open';
  }

  send(bytes: string | Buffer): void {
    this.socket.write(bytes);
  }

  /** The next response; null when the connection ends before it is complete. */
  answer(): Promise<RawAnswer | null> {
    return new Promise((resolve) => {
      this.#resolve = resolve;
      if (this.socket.closed) this.#settle(null);
      else this.#take(Buffer.alloc(0));
    });
  }

  exchange(bytes: string | Buffer): Promise<RawAnswer | null> {
    this.send(bytes);
    return this.answer();
  }

  close(): void {
    this.socket.destroy();
  }

  #take(chunk: Buffer): void {
    if (chunk.length > 0) this.#received = Buffer.concat([this.#received, chunk]);
    if (!this.#resolve) return;
    const headEnd = this.#received.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const head = this.#received.toString('latin1', 0, headEnd);
    const bodyStart = headEnd + 4;
    const end = bodyStart + Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
    if (this.#received.length < end) return;
    const body = this.#received.toString('utf8', bodyStart, end);
    this.#received = this.#received.subarray(end);
    this.#settle({ status: Number(head.slice(9, 12)), head, body });
  }

  #settle(answer: RawAnswer | null): void {
    const resolve = this.#resolve;
    this.#resolve = null;
    resolve?.(answer);
  }
}

/** Parsed, for checks beyond the status. */
export function answerOf({ status, head, body }: RawAnswer): Answer {
  const fields = head.split('\r\n').slice(1);
  const headers = new Headers(fields.map((field) => field.split(/: (.*)/s, 2) as [string, string]));
  const isJson = headers.get('content-type')?.includes('json');
  return { status, headers, text: body, body: isJson ? JSON.parse(body) : undefined };
}
