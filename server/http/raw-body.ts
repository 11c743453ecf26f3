// Routes that take bodies as they come: forms, hooks and photos. Anybody may post to some of them,
// so the memory for bodies is bounded. Bytes count when they arrive: a length that is only declared
// takes no room.
import type { IncomingMessage } from 'node:http';
import { type Readable, Transform } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { plainPostBytesMax, uploadBytesMax } from '#contract/limits.ts';
import { type SentBody, readSent } from '#core/intakes/read-sent.ts';
import { Overloaded } from '#db/database.ts';
import { clientAddress } from './gate/client-address.ts';
import { isCompressed, refuseCompressed } from './json-body.ts';
import { ApiError } from './refusals/api-error.ts';
import { allowSlowUpload } from './refusals/slow-uploads.ts';

// Of all bodies that are being read: more of them wait for the retry of their senders.
const plainBytesMax = 16 * 1024 * 1024;
const uploadsBytesMax = 200 * 1024 * 1024;
// No address keeps the others out. Of uploads, it is one of the largest.
const addressShare = 1 / 8;

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
    scope.addHook('onSend', (request, reply, payload, done) => {
      if (request.raw.complete || request.raw.destroyed) return done(null, payload);
      const send = () => done(null, payload);
      discardRest(request.raw, () => void reply.header('connection', 'close'), send);
    });
    // After the hooks of the routes, which count posts.
    scope.addHook('preParsing', async (request, reply, payload) => {
      const isUpload = request.mediaType?.toLowerCase() === upload;
      return boundedBody(request, reply, payload as Readable, {
        isUpload,
        budget: isUpload ? uploads : plain,
      });
    });
  });
}

/** Pictures and PDFs are Buffers in these routes too; JSON is read as in all routes. */
export function withUploads(
  app: FastifyInstance,
  addRoutes: (scope: FastifyInstance) => void,
): void {
  const uploads = new ByteBudget(uploadsBytesMax);

  void app.register(async (scope) => {
    const options = { parseAs: 'buffer', bodyLimit: uploadBytesMax } as const;
    scope.addContentTypeParser(
      uploadTypes,
      options,
      async (request: FastifyRequest, bytes: Buffer) => {
        refuseCompressed(request);
        return bytes;
      },
    );
    addRoutes(scope);
    scope.addHook('preParsing', async (request, reply, payload) => {
      if (!uploadTypes.test(request.mediaType ?? '')) return payload;
      const bounds = { isUpload: true, budget: uploads };
      return boundedBody(request, reply, payload as Readable, bounds);
    });
  });
}

const restBytesMax = 1024 * 1024;
const restMsMax = 5_000;

/** A sender that is refused while it still sends would see a closed connection instead of the answer. */
function discardRest(raw: IncomingMessage, onTooLong: () => void, send: () => void): void {
  let bytes = 0;
  const end = () => {
    clearTimeout(timer);
    raw.off('data', count).off('end', end).off('close', end);
    if (!raw.complete) onTooLong();
    send();
  };
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > restBytesMax) end();
  };
  const timer = setTimeout(end, restMsMax);
  raw.on('data', count).once('end', end).once('close', end).resume();
}

const upload = 'multipart/form-data';
const uploadTypes = /^(?:multipart\/form-data|application\/pdf|image\/)/i;

async function boundedBody(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: Readable,
  { isUpload, budget }: { isUpload: boolean; budget: ByteBudget },
): Promise<Readable> {
  const bytesMax = isUpload ? uploadBytesMax : plainPostBytesMax;
  if (declaredBytes(request) > bytesMax) throw bodyTooLarge(bytesMax);
  const room = budget.roomFor(clientAddress(request));
  reply.raw.once('close', () => room.giveBack());
  if (isUpload) allowSlowUpload(request.raw.socket, reply.raw);
  return counted(payload, room);
}

/** 0 when the sender does not say. */
function declaredBytes({ headers }: FastifyRequest): number {
  return Number(headers['content-length'] ?? 0);
}

/** The same bytes; it fails when there is no room for more. */
function counted(payload: Readable, room: Room): Readable {
  const counting = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (room.take(chunk.length)) return done(null, chunk);
      // The rest is discarded, so that the sender reads the answer.
      payload.unpipe(counting);
      payload.resume();
      done(new Overloaded('too many bodies are being read'));
    },
  });
  payload.once('error', (error) => counting.destroy(error));
  return payload.pipe(counting);
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

interface Room {
  /** False when there is none. */
  take(bytes: number): boolean;
  giveBack(): void;
}

class ByteBudget {
  readonly #bytesMax: number;
  readonly #byAddress = new Map<string, number>();
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  roomFor(address: string): Room {
    let [taken, isOver] = [0, false];
    return {
      take: (bytes) => {
        const ofAddress = (this.#byAddress.get(address) ?? 0) + bytes;
        const isFull = this.#bytes + bytes > this.#bytesMax;
        if (isOver || isFull || ofAddress > this.#bytesMax * addressShare) return false;
        this.#add(address, bytes);
        taken += bytes;
        return true;
      },
      giveBack: () => {
        this.#add(address, -taken);
        [taken, isOver] = [0, true];
      },
    };
  }

  #add(address: string, bytes: number): void {
    this.#bytes += bytes;
    const ofAddress = (this.#byAddress.get(address) ?? 0) + bytes;
    if (ofAddress > 0) this.#byAddress.set(address, ofAddress);
    else this.#byAddress.delete(address);
  }
}
