// Downloads, in a thread of their own.
import type { PhotoError } from '#contract/photo-lists.ts';
import { networkText } from '#core/networks.ts';
import { WorkerExited } from '#runtime/rpc-client.ts';
import { DownloadFailed } from './download-failed.ts';
import type { Downloaded } from './download.ts';
import type { GuardSettings } from './guard-in-thread.ts';
import type { GuardOptions } from './guard.ts';
import { LazyThread } from './lazy-thread.ts';

export interface DownloadRequest {
  url: string;
  file: string;
}

export type DownloadResponse =
  | { downloaded: Downloaded }
  | { refusal: { code: PhotoError; isTransient: boolean; reason: string } };

export class Downloader {
  readonly #thread: LazyThread<DownloadRequest, DownloadResponse>;

  constructor({ trustedNetworks, ...rest }: GuardOptions) {
    const settings: GuardSettings = { ...rest, trustedNetworks: trustedNetworks.map(networkText) };
    this.#thread = new LazyThread({
      name: 'downloads',
      module: 'server/outbound/download-thread.ts',
      settings,
    });
  }

  /** `download` of download.ts, in the thread. */
  async download(url: URL, file: string, signal: AbortSignal): Promise<Downloaded> {
    const response = await this.#thread.request({ url: url.href, file }, signal).catch((error) => {
      if (!(error instanceof WorkerExited)) throw error;
      throw new DownloadFailed('connect_failed', true, { cause: error });
    });
    if ('downloaded' in response) return response.downloaded;
    const { code, isTransient, reason } = response.refusal;
    throw new DownloadFailed(code, isTransient, { cause: new Error(reason) });
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}
