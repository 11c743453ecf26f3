// Pictures in a bucket of any service that speaks S3. Every wait has an end.
import { openAsBlob } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { S3mini, S3ServiceError } from 's3mini';
import { partsOfKey } from '#core/photos/asset-keys.ts';
import type { S3Settings } from '#core/photos/assets-url.ts';
import {
  type AssetStore,
  incomingFolderIn,
  type OpenAsset,
  orStoreFailed,
  prepareIncoming,
  type StoredRange,
  StoreFailed,
  probeStore,
} from './asset-store.ts';

interface Waits {
  /** For an answer to begin, and for each further piece of it. */
  answerMs: number;
  /** For a whole file to arrive there and be acknowledged. */
  uploadMs: number;
}

const waitsMax: Waits = { answerMs: 10_000, uploadMs: 30_000 };

export class S3Store implements AssetStore {
  readonly incoming: string;
  readonly #bucket: S3mini;
  readonly #prefix: string;
  readonly #waits: Waits;
  readonly #closing = new AbortController();

  constructor(settings: S3Settings, dataDir: string, waits: Waits = waitsMax) {
    this.incoming = incomingFolderIn(dataDir);
    this.#prefix = settings.prefix;
    this.#waits = waits;
    this.#bucket = new S3mini({
      // In the path, not in the host name: a service beside us has no name for each bucket.
      endpoint: `${settings.endpoint}/${settings.bucket}`,
      region: settings.region,
      accessKeyId: settings.accessKeyId,
      secretAccessKey: settings.secretAccessKey,
      fetch: boundedFetch(waits, this.#closing.signal),
    });
  }

  prepare(): Promise<void> {
    return prepareIncoming(this.incoming);
  }

  async put(key: string, file: string): Promise<void> {
    const name = this.#nameOf(key);
    await orStoreFailed(`${key} cannot be written`, async () => {
      const response = await this.#bucket.putObject(name, await openAsBlob(file));
      await response.body?.cancel();
      await rm(file, { force: true });
    });
  }

  async open(key: string, range?: StoredRange): Promise<OpenAsset | null> {
    const name = this.#nameOf(key);
    return orStoreFailed(`${key} cannot be read`, async () => {
      const response = await this.#get(name, range);
      if (!response) return null;
      const { body } = response;
      const sizeBytes = wholeSizeOf(response, range);
      if (!body || sizeBytes === null) {
        await body?.cancel();
        throw new Error('the answer is not what was asked for');
      }
      return { stream: this.#streamOf(body), sizeBytes };
    });
  }

  async has(key: string): Promise<boolean> {
    const name = this.#nameOf(key);
    return orStoreFailed(`${key} cannot be looked up`, async () =>
      Boolean(await this.#bucket.objectExists(name)),
    );
  }

  async remove(key: string): Promise<void> {
    const name = this.#nameOf(key);
    await orStoreFailed(`${key} cannot be removed`, async () => {
      try {
        await this.#bucket.deleteObject(name);
      } catch (error) {
        if (!isAbsence(error)) throw error;
      }
    });
  }

  check(): Promise<void> {
    return probeStore(this);
  }

  close(): void {
    this.#closing.abort(new Error('closing'));
  }

  #nameOf(key: string): string {
    const { brandId, name } = partsOfKey(key);
    return `${this.#prefix}${brandId}/${name}`;
  }

  async #get(name: string, range: StoredRange | undefined): Promise<Response | null> {
    try {
      if (!range) return await this.#bucket.getObjectRaw(name);
      return await this.#bucket.getObjectRaw(name, false, range.first, range.last + 1);
    } catch (error) {
      if (isAbsence(error)) return null;
      throw error;
    }
  }

  /** Only waiting for the bucket counts, not for who reads. */
  #streamOf(body: ReadableStream<Uint8Array>): Readable {
    const reader = body.getReader();
    const waitMs = this.#waits.answerMs;
    const stream = new Readable({
      read() {
        const fail = (error: unknown) =>
          this.destroy(new StoreFailed('the bucket stopped in the middle', { cause: error }));
        const patience = setTimeout(() => fail(new Error(`silent for ${waitMs} ms`)), waitMs);
        reader
          .read()
          .then(({ done, value }) => this.push(done ? null : value), fail)
          .finally(() => clearTimeout(patience));
      },
    });
    // What nobody reads any more is not sent any more either.
    return stream.once('close', () => reader.cancel().catch(() => {}));
  }
}

function boundedFetch({ answerMs, uploadMs }: Waits, closing: AbortSignal): typeof fetch {
  return async (input, init) => {
    const waitMs = init?.method === 'PUT' ? uploadMs : answerMs;
    const end = new AbortController();
    const patience = setTimeout(
      () => end.abort(new Error(`no answer within ${waitMs} ms`)),
      waitMs,
    ).unref();
    try {
      // A redirect would take the signature elsewhere.
      const response = await fetch(input, {
        ...init,
        headers: { ...(init?.headers as Record<string, string>), 'accept-encoding': 'identity' },
        redirect: 'manual',
        // Whoever reads a picture now gets it to its end.
        signal: init?.method === 'GET' ? end.signal : AbortSignal.any([end.signal, closing]),
      });
      // The body of a refusal is read at once, and the clock goes on for it.
      if (response.ok) clearTimeout(patience);
      return response;
    } catch (error) {
      clearTimeout(patience);
      throw error;
    }
  };
}

/** Null when it is not the part that was asked for. */
function wholeSizeOf({ status, headers }: Response, range: StoredRange | undefined): number | null {
  if (!range) {
    const length = headers.get('content-length');
    return status === 200 && length !== null ? Number(length) : null;
  }
  const sent = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers.get('content-range') ?? '');
  const isAsked = sent && Number(sent[1]) === range.first && Number(sent[2]) === range.last;
  return status === 206 && isAsked ? Number(sent[3]) : null;
}

function isAbsence(error: unknown): boolean {
  if (!(error instanceof S3ServiceError) || error.status !== 404) return false;
  // A bucket that is not there is no missing picture.
  return !`${error.serviceCode} ${error.body}`.includes('NoSuchBucket');
}
