// The server's side of the RPC protocol with its threads and child processes; serve-rpc.js is the
// other side. Responses come in any order.
import { setTimeout as wait } from 'node:timers/promises';

export type ToWorker<Request> =
  | { id: number; request: Request }
  | { cancel: number }
  | { close: true };

/** `ready` comes once, before the first response. */
export type FromWorker<Response, Event> =
  | { ready: true }
  | { id: number; response: Response }
  | { id: number; error: string }
  | { event: Event };

interface Channel {
  post(message: unknown): void;
  kill(): void;
}

export class WorkerExited extends Error {
  override name = 'WorkerExited';
}

const closeMsMax = 10_000;

export class RpcClient<Request, Response, Event = never> {
  readonly #name: string;
  readonly #channel: Channel;
  readonly #onEvent: ((event: Event) => void) | undefined;
  readonly #pending = new Map<number, PromiseWithResolvers<Response>>();
  readonly #ready = Promise.withResolvers<void>();
  readonly #exited = Promise.withResolvers<Error | undefined>();
  readonly #died = Promise.withResolvers<Error>();
  #lastId = 0;
  /** Why the worker takes no more requests; set when it exits, or is closed or killed. */
  #end: WorkerExited | undefined;

  constructor(name: string, channel: Channel, onEvent?: (event: Event) => void) {
    this.#name = name;
    this.#channel = channel;
    this.#onEvent = onEvent;
    // Not every caller awaits it.
    this.ready.catch(() => {});
  }

  /** Rejects when the worker exits first. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  /** Resolves with the error that ended the worker, if there was one. */
  get exited(): Promise<Error | undefined> {
    return this.#exited.promise;
  }

  /** Resolves only when the worker exits without having been closed or killed. */
  get died(): Promise<Error> {
    return this.#died.promise;
  }

  /** An aborted signal cancels the request; the worker still responds. */
  request(request: Request, signal?: AbortSignal): Promise<Response> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (this.#end) return Promise.reject(this.#end);
    const id = ++this.#lastId;
    const pending = Promise.withResolvers<Response>();
    // First: it throws for a request that cannot be cloned.
    this.#post({ id, request });
    this.#pending.set(id, pending);
    if (!signal) return pending.promise;
    const cancel = () => this.#post({ cancel: id });
    signal.addEventListener('abort', cancel, { once: true });
    return pending.promise.finally(() => signal.removeEventListener('abort', cancel));
  }

  /** Shuts the worker down gracefully, or kills it after a timeout. */
  async close(): Promise<void> {
    const late = new Error(`${this.#name}: not closed within ${closeMsMax} ms`);
    this.#end ??= new WorkerExited(`${this.#name} is closed`);
    this.#post({ close: true });
    const error = await Promise.race([this.exited, wait(closeMsMax, late, { ref: false })]);
    await this.kill();
    if (error) throw error;
  }

  async kill(): Promise<void> {
    this.#end ??= new WorkerExited(`${this.#name} was killed`);
    this.#channel.kill();
    await this.exited;
  }

  /** A compromised image decoder may send anything. */
  receive(message: unknown): void {
    const known = Object(message) as FromWorker<Response, Event>;
    if ('id' in known) this.#settle(known);
    else if ('event' in known) this.#onEvent?.(known.event);
    else if ('ready' in known) this.#ready.resolve();
    else {
      this.#rejectPending(new Error(`${this.#name}: malformed message`));
      this.#channel.kill();
    }
  }

  /** Called once, after the last message. */
  exit(cause: Error | undefined): void {
    this.#ready.reject(cause ?? new WorkerExited(`${this.#name}: ended before it was ready`));
    const why = cause === undefined ? '' : `: ${cause.message}`;
    const exit = new WorkerExited(`${this.#name} ended${why}`, { cause });
    if (!this.#end) this.#died.resolve(cause ?? exit);
    this.#end ??= exit;
    // Before the rejections: whoever handles one may start another worker.
    this.#exited.resolve(cause);
    this.#rejectPending(exit);
  }

  #post(message: ToWorker<Request>): void {
    this.#channel.post(message);
  }

  #settle(message: Extract<FromWorker<Response, Event>, { id: number }>): void {
    const pending = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    if ('error' in message)
      pending?.reject(new Error(typeof message.error === 'string' ? message.error : 'malformed'));
    else pending?.resolve(message.response);
  }

  #rejectPending(error: Error): void {
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
  }
}
