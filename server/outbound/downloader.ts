// This side of the thread for downloads.
import { Worker } from 'node:worker_threads';
import type { PhotoError } from '#contract/photo-lists.ts';
import { type Network, networkText } from '#core/networks.ts';
import { DownloadFailed } from './download-failed.ts';
import type { Downloaded } from './download.ts';

interface DownloaderOptions {
  trustedNetworks: readonly Network[];
  ports: readonly number[];
  dnsServers: readonly string[];
}

export interface DownloadSettings {
  trustedNetworks: string[];
  ports: readonly number[];
  dnsServers: readonly string[];
}

export type DownloadMessage = { id: number; url: string; file: string } | { giveUp: number };

export interface DownloadAnswer {
  id: number;
  downloaded?: Downloaded;
  refusal?: { code: PhotoError; mayPass: boolean; reason: string };
  fault?: string;
}

interface Waiting {
  resolve(downloaded: Downloaded): void;
  reject(error: unknown): void;
}

const youngGenerationMbMax = 6;

export class Downloader {
  readonly #settings: DownloadSettings;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  #lastId = 0;

  constructor({ trustedNetworks, ports, dnsServers }: DownloaderOptions) {
    this.#settings = { trustedNetworks: trustedNetworks.map(networkText), ports, dnsServers };
  }

  /** As `download` of download.ts does it, elsewhere. */
  download(url: URL, file: string, signal: AbortSignal): Promise<Downloaded> {
    signal.throwIfAborted();
    const id = ++this.#lastId;
    const worker = (this.#worker ??= this.#start());
    const giveUp = () => worker.postMessage({ giveUp: id } satisfies DownloadMessage);
    return new Promise<Downloaded>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      signal.addEventListener('abort', giveUp, { once: true });
      worker.postMessage({ id, url: url.href, file } satisfies DownloadMessage);
    }).finally(() => signal.removeEventListener('abort', giveUp));
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  // At the first photo: most installations have none for days.
  #start(): Worker {
    const worker = new Worker(new URL('./download-thread.js', import.meta.url), {
      name: 'downloads',
      workerData: this.#settings,
      resourceLimits: { maxYoungGenerationSizeMb: youngGenerationMbMax },
    });
    worker.on('message', (answer: DownloadAnswer) => this.#settle(answer));
    worker.on('error', () => {});
    worker.once('exit', () => {
      this.#worker = null;
      for (const { reject } of this.#waiting.values()) {
        reject(new DownloadFailed('connect_failed', true, { cause: new Error('thread ended') }));
      }
      this.#waiting.clear();
    });
    return worker;
  }

  #settle({ id, downloaded, refusal, fault }: DownloadAnswer): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (downloaded) waiting?.resolve(downloaded);
    else if (refusal) {
      const { code, mayPass, reason } = refusal;
      waiting?.reject(new DownloadFailed(code, mayPass, { cause: new Error(reason) }));
    } else waiting?.reject(new Error(fault));
  }
}
