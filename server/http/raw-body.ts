// Routes that take any body as it comes: forms and hooks. Anybody may post there, so the memory for
// bodies is bounded, and a post beyond it is refused before its body is read.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { plainPostBytesMax, uploadBytesMax } from '#contract/limits.ts';
import { type SentBody, readSent } from '#core/intakes/read-sent.ts';
import { Overloaded } from '#db/database.ts';
import { clientAddress } from './gate/client-address.ts';
import { isCompressed } from './json-body.ts';
import { ApiError } from './refusals/api-error.ts';
import { allowSlowUpload } from './refusals/slow-uploads.ts';

// Of all bodies that are being read: more of them wait for the retry of their senders.
const plainBytesMax = 16 * 1024 * 1024;
const uploadsBytesMax = 100 * 1024 * 1024;
// No address keeps the others out.
const addressShare = 1 / 2;

/** `request.body` is a Buffer in these routes, or undefined when nothing was sent. */
export function withRawBodies(
  app: FastifyInstance,
  addRoutes: (scope: FastifyInstance) => void,
): void {
  const plain = new ByteBudget(plainBytesMax);
  const uploads = new ByteBudget(uploadsBytesMax);

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    const take = async (_request: unknown, bytes: Buffer) => bytes;
    const asBuffer = { parseAs: 'buffer' } as const;
    scope.addContentTypeParser('*', { ...asBuffer, bodyLimit: plainPostBytesMax }, take);
    scope.addContentTypeParser(upload, { ...asBuffer, bodyLimit: uploadBytesMax }, take);
    addRoutes(scope);
    // After the hooks of the routes, which count posts.
    scope.addHook('preParsing', async (request, reply) => {
      const isUpload = request.mediaType?.toLowerCase() === upload;
      const bytesMax = isUpload ? uploadBytesMax : plainPostBytesMax;
      const bytes = bytesOf(request) ?? bytesMax;
      if (bytes > bytesMax) throw bodyTooLarge(bytesMax);
      const release = (isUpload ? uploads : plain).take(clientAddress(request), bytes);
      reply.raw.once('close', release);
      if (isUpload) allowSlowUpload(request.raw.socket, reply.raw);
    });
  });
}

const upload = 'multipart/form-data';

/** Null when the sender does not say. */
function bytesOf({ headers, method }: FastifyRequest): number | null {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers;
  if (length !== undefined) return Number(length);
  return encoding === undefined || method === 'OPTIONS' ? 0 : null;
}

/** As it came: the routes of the API drop a malformed one from `headers`. */
export function sentContentType({ raw }: FastifyRequest): string | null {
  return raw.headersDistinct['content-type']?.[0] ?? null;
}

/** Throws 413 when the fields beside the files of an upload are too large. */
export async function readPosted(request: FastifyRequest): Promise<SentBody> {
  const contentType = isCompressed(request) ? null : sentContentType(request);
  const body = await readSent(contentType, postedBytes(request));
  if (body.isTooLarge) throw bodyTooLarge(plainPostBytesMax);
  return body;
}

export function postedBytes({ body }: FastifyRequest): Buffer {
  return (body as Buffer | undefined) ?? Buffer.alloc(0);
}

function bodyTooLarge(bytesMax: number): ApiError {
  return new ApiError(413, `body must be at most ${bytesMax / 1024} KiB`);
}

class ByteBudget {
  readonly #bytesMax: number;
  readonly #byAddress = new Map<string, number>();
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** Returns the function that gives the bytes back. */
  take(address: string, bytes: number): () => void {
    const ofAddress = this.#byAddress.get(address) ?? 0;
    const isFull = this.#bytes + bytes > this.#bytesMax;
    if (isFull || ofAddress + bytes > this.#bytesMax * addressShare) {
      throw new Overloaded('too many bodies are being read');
    }
    this.#add(address, bytes);
    return () => this.#add(address, -bytes);
  }

  #add(address: string, bytes: number): void {
    this.#bytes += bytes;
    const ofAddress = (this.#byAddress.get(address) ?? 0) + bytes;
    if (ofAddress > 0) this.#byAddress.set(address, ofAddress);
    else this.#byAddress.delete(address);
  }
}
