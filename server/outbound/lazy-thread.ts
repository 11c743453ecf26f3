import type { RpcClient } from '#runtime/rpc-client.ts';
import { startThread, type ThreadOptions } from '#runtime/start-thread.ts';

/** A thread that starts at its first request: many installations make none for days. */
export class LazyThread<Request, Response> {
  readonly #options: ThreadOptions;
  #rpc: RpcClient<Request, Response> | null = null;

  constructor(options: ThreadOptions) {
    this.#options = options;
  }

  /** Rejects with WorkerExited when the thread ends first. The next request starts another one. */
  request(request: Request, signal: AbortSignal): Promise<Response> {
    if (signal.aborted) return Promise.reject(signal.reason);
    this.#rpc ??= this.#start();
    return this.#rpc.request(request, signal);
  }

  async close(): Promise<void> {
    await this.#rpc?.kill();
  }

  #start(): RpcClient<Request, Response> {
    const rpc = startThread<Request, Response>(this.#options);
    void rpc.exited.then(() => (this.#rpc = null));
    return rpc;
  }
}
