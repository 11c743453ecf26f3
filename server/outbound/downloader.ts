// Downloads in a thread of their own; this side of it.
import type { PhotoError } from '#contract/photo-lists.ts';
import { networkText } from '#core/networks.ts';
import { DownloadFailed } from './download-failed.ts';
import type { Downloaded } from './download.ts';
import type { GuardSettings } from './guard-in-thread.ts';
import type { GuardOptions } from './guard.ts';
import { LazyThread, ThreadEnded } from './lazy-thread.ts';

export interface DownloadQuestion {
  url: string;
  file: string;
}

export type DownloadAnswer =
  | { downloaded: Downloaded }
  | { refusal: { code: PhotoError; mayPass: boolean; reason: string } };

export class Downloader {
  readonly #thread: LazyThread<DownloadQuestion, DownloadAnswer>;

  constructor({ trustedNetworks, ...rest }: GuardOptions) {
    const settings: GuardSettings = { ...rest, trustedNetworks: trustedNetworks.map(networkText) };
    this.#thread = new LazyThread({
      module: 'server/outbound/download-thread.ts',
      name: 'downloads',
      settings,
      givesWay: true,
    });
  }

  /** As `download` of download.ts does it, elsewhere. */
  async download(url: URL, file: string, signal: AbortSignal): Promise<Downloaded> {
    const answer = await this.#thread.ask({ url: url.href, file }, signal).catch((error) => {
      if (!(error instanceof ThreadEnded)) throw error;
      throw new DownloadFailed('connect_failed', true, { cause: error });
    });
    if ('downloaded' in answer) return answer.downloaded;
    const { code, mayPass, reason } = answer.refusal;
    throw new DownloadFailed(code, mayPass, { cause: new Error(reason) });
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}
