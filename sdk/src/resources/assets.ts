import { api, type CallOptions, get, path } from '../call.ts';
import type { Send } from '../send.ts';
import type { GetAssetQuery } from '../types.ts';

export class Assets {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /** Returns a stored picture as a Blob with its content type. */
  async get(id: string, { size, ...options }: GetAssetQuery & CallOptions = {}): Promise<Blob> {
    const call = get(api + path`/assets/${id}`, options, { size });
    return this.#send({ ...call, headers: { accept: '*/*' } }, (response) => response.blob());
  }
}
