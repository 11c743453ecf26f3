// Stores pictures in an S3-compatible bucket. Every wait has a timeout.
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

interface Timeouts {
  /** Until the response starts, and between two chunks of it. */
  responseMs: number;
  /** Until an upload is acknowledged. */
  uploadMs: number;
}

const timeoutsDefault: Timeouts = { responseMs: 10_000, uploadMs: 30_000 };

export class S3Store implements AssetStore {
  readonly incoming: string;
  readonly #bucket: S3mini;
  readonly #prefix: string;
  readonly #timeouts: Timeouts;
  readonly #closing = new AbortController();

  constructor(settings: S3Settings, dataDir: string, timeouts: Timeouts = timeoutsDefault) {
    this.incoming = incomingFolderIn(dataDir);
    this.#prefix = settings.prefix;
    this.#timeouts = timeouts;
    this.#bucket = new S3mini({
      // Path-style URL: a local S3 service has no DNS name per bucket.
      endpoint: `${settings.endpoint}/${settings.bucket}`,
      region: settings.region,
      accessKeyId: settings.accessKeyId,
      secretAccessKey: settings.secretAccessKey,
      fetch: fetchWithTimeout(timeouts, this.#closing.signal),
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
        throw new Error('the response is not the requested range');
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
        if (!isNotFound(error)) throw error;
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
      if (isNotFound(error)) return null;
      throw error;
    }
  }

  /** The timeout covers only waiting for the bucket, not for the reader. */
  #streamOf(body: ReadableStream<Uint8Array>): Readable {
    const reader = body.getReader();
    const timeoutMs = this.#timeouts.responseMs;
    const stream = new Readable({
      read() {
        const fail = (error: unknown) =>
          this.destroy(new StoreFailed('the bucket stopped sending', { cause: error }));
        const timer = setTimeout(() => fail(new Error(`no data for ${timeoutMs} ms`)), timeoutMs);
        reader
          .read()
          .then(({ done, value }) => this.push(done ? null : value), fail)
          .finally(() => clearTimeout(timer));
      },
    });
    // Stop the download when the reader is gone.
    return stream.once('close', () => reader.cancel().catch(() => {}));
  }
}

function fetchWithTimeout({ responseMs, uploadMs }: Timeouts, closing: AbortSignal): typeof fetch {
  return async (input, init) => {
    const timeoutMs = init?.method === 'PUT' ? uploadMs : responseMs;
    const timeout = new AbortController();
    const timer = setTimeout(
      () => timeout.abort(new Error(`no answer within ${timeoutMs} ms`)),
      timeoutMs,
    ).unref();
    try {
      // A redirect would take the signature elsewhere.
      const response = await fetch(input, {
        ...init,
        headers: { ...(init?.headers as Record<string, string>), 'accept-encoding': 'identity' },
        redirect: 'manual',
        // Reads finish during shutdown.
        signal:
          init?.method === 'GET' ? timeout.signal : AbortSignal.any([timeout.signal, closing]),
      });
      // The body of an error is read immediately, under the same timeout.
      if (response.ok) clearTimeout(timer);
      return response;
    } catch (error) {
      clearTimeout(timer);
      throw error;
    }
  };
}

/** Returns null when the response is not the requested range. */
function wholeSizeOf({ status, headers }: Response, range: StoredRange | undefined): number | null {
  if (!range) {
    const length = headers.get('content-length');
    return status === 200 && length !== null ? Number(length) : null;
  }
  const sent = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers.get('content-range') ?? '');
  const isRequested = sent && Number(sent[1]) === range.first && Number(sent[2]) === range.last;
  return status === 206 && isRequested ? Number(sent[3]) : null;
}

function isNotFound(error: unknown): boolean {
  if (!(error instanceof S3ServiceError) || error.status !== 404) return false;
  // A missing bucket is not a missing picture.
  return !`${error.serviceCode} ${error.body}`.includes('NoSuchBucket');
}
