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
  push: WorkerEvent & { readonly data: { json(): unknown } | null };
  notificationclick: WorkerEvent & { readonly notification: Notification; readonly action: string };
  pushsubscriptionchange: WorkerEvent & { readonly oldSubscription: PushSubscription | null };
}

interface WindowOfApp {
  readonly url: string;
  focus(): Promise<unknown>;
  postMessage(message: { open: string }): void;
}

/** With the options that the DOM library leaves out. */
interface NoticeOptions extends NotificationOptions {
  renotify: boolean;
  actions: { action: string; title: string }[];
}

interface WorkerScope {
  addEventListener<Name extends keyof WorkerEvents>(
    name: Name,
    listener: (event: WorkerEvents[Name]) => void,
  ): void;
  skipWaiting(): Promise<void>;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window' }): Promise<WindowOfApp[]>;
    openWindow(url: string): Promise<unknown>;
    get(id: string): Promise<{ postMessage(message: string): void } | undefined>;
  };
  readonly registration: Omit<ServiceWorkerRegistration, 'showNotification'> & {
    showNotification(title: string, options: NoticeOptions): Promise<void>;
  };
  readonly location: Location;
}

export const worker = globalThis as unknown as WorkerScope;
