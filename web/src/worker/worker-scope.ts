// Types of the service worker's scope: TypeScript cannot load the DOM and WebWorker libraries together.

interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

export interface FetchEvent extends WorkerEvent {
  readonly request: Request;
  /** The page that sent the request. */
  readonly clientId: string;
  respondWith(response: Promise<Response>): void;
}

interface WorkerEvents {
  install: WorkerEvent;
  activate: WorkerEvent;
  message: WorkerEvent & { readonly data: unknown; readonly ports: readonly MessagePort[] };
  fetch: FetchEvent;
}

interface WorkerScope {
  addEventListener<Name extends keyof WorkerEvents>(
    name: Name,
    listener: (event: WorkerEvents[Name]) => void,
  ): void;
  skipWaiting(): Promise<void>;
  readonly clients: {
    claim(): Promise<void>;
    get(id: string): Promise<{ postMessage(message: string): void } | undefined>;
  };
  readonly location: Location;
}

export const worker = globalThis as unknown as WorkerScope;
