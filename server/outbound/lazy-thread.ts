// A thread that talks to hosts of strangers. It starts at the first request, because many installations make none for days.
import type { ProgramPart } from '#runtime/program.js';
import type { RpcClient } from '#runtime/rpc-client.ts';
import { startThread } from '#runtime/start-thread.ts';

interface ThreadOptions {
  module: ProgramPart;
  name: string;
  settings: object;
  hasLowPriority?: boolean;
}

export class LazyThread<Request, Response> {
  readonly #options: ThreadOptions;
  #rpc: RpcClient<Request, Response> | null = null;

  constructor(options: ThreadOptions) {
    this.#options = options;
  }

  /** Fails with WorkerExited when the thread ends first. The next request starts another one. */
  request(request: Request, signal: AbortSignal): Promise<Response> {
    signal.throwIfAborted();
    this.#rpc ??= this.#start();
    return this.#rpc.request(request, signal);
  }

  async close(): Promise<void> {
    await this.#rpc?.kill();
  }

  #start(): RpcClient<Request, Response> {
    const rpc = startThread<Request, Response>(this.#options);
    void this.#forgetAtExit(rpc);
    return rpc;
  }

  async #forgetAtExit({ exited }: RpcClient<Request, Response>): Promise<void> {
    await exited;
    this.#rpc = null;
  }
}
