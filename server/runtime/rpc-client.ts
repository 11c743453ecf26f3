// The server's side of the protocol with its threads and child processes: requests and responses by id, in any order,
// and events. serve-rpc.js is the other side.

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

export interface Channel {
  post(message: unknown): void;
  kill(): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Called once, after the last message. */
  onExit(listener: (cause: Error | undefined) => void): void;
}

/** Before it responded. */
export class WorkerExited extends Error {
  override name = 'WorkerExited';
}

export class RpcClient<Request, Response, Event = never> {
  /** Rejects with the cause when the worker exits first. */
  readonly ready: Promise<void>;
  /** Resolves with the cause, or undefined after an orderly exit. */
  readonly exited: Promise<Error | undefined>;
  readonly #name: string;
  readonly #channel: Channel;
  readonly #pending = new Map<number, PromiseWithResolvers<Response>>();
  readonly #onEvent: ((event: Event) => void) | undefined;
  readonly #markReady: () => void;
  #lastId = 0;
  #exit: WorkerExited | undefined;

  constructor(name: string, channel: Channel, onEvent?: (event: Event) => void) {
    this.#name = name;
    this.#channel = channel;
    this.#onEvent = onEvent;
    const ready = Promise.withResolvers<void>();
    this.ready = ready.promise;
    this.#markReady = ready.resolve;
    // Not everybody waits for it.
    this.ready.catch(() => {});
    channel.onMessage((message) => this.#receive(message));
    this.exited = new Promise((resolve) => {
      channel.onExit((cause) => {
        resolve(cause);
        ready.reject(cause ?? new WorkerExited(`${name}: ended before it was ready`));
        const why = cause === undefined ? '' : `: ${cause.message}`;
        this.#exit = new WorkerExited(`${name} ended${why}`, { cause });
        this.#rejectPending(this.#exit);
      });
    });
  }

  /** An aborted signal cancels the request; the worker still responds. */
  request(request: Request, signal?: AbortSignal): Promise<Response> {
    signal?.throwIfAborted();
    if (this.#exit) return Promise.reject(this.#exit);
    const id = ++this.#lastId;
    const pending = Promise.withResolvers<Response>();
    this.#pending.set(id, pending);
    this.#post({ id, request });
    if (!signal) return pending.promise;
    const cancel = () => this.#post({ cancel: id });
    signal.addEventListener('abort', cancel, { once: true });
    return pending.promise.finally(() => signal.removeEventListener('abort', cancel));
  }

  /** Lets the worker shut down gracefully, and kills it when that takes longer. */
  async close(waitMsMax: number): Promise<void> {
    const late = new Error(`${this.#name}: not closed within ${waitMsMax} ms`);
    const timer = Promise.withResolvers<Error>();
    const timeout = setTimeout(() => timer.resolve(late), waitMsMax);
    this.#post({ close: true });
    const error = await Promise.race([this.exited, timer.promise]);
    clearTimeout(timeout);
    await this.kill();
    if (error) throw error;
  }

  async kill(): Promise<void> {
    this.#channel.kill();
    await this.exited;
  }

  #post(message: ToWorker<Request>): void {
    this.#channel.post(message);
  }

  // A process that decodes strangers' files may send anything.
  #receive(message: unknown): void {
    const known = (typeof message === 'object' ? message : null) as FromWorker<
      Response,
      Event
    > | null;
    if (known && 'id' in known) this.#settle(known);
    else if (known && 'event' in known) this.#onEvent?.(known.event);
    else if (known && 'ready' in known) this.#markReady();
    else {
      this.#rejectPending(new Error(`${this.#name}: sent what is no response`));
      this.#channel.kill();
    }
  }

  #settle(message: Extract<FromWorker<Response, Event>, { id: number }>): void {
    const pending = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    if ('error' in message) pending?.reject(new Error(String(message.error)));
    else pending?.resolve(message.response);
  }

  #rejectPending(error: Error): void {
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
  }
}
