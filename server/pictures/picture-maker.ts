// Makes pictures and thumbnails of untrusted files, in separate processes.
import { open, rm } from 'node:fs/promises';
import { photoMegapixelsMax, pictureSideMax, thumbnailSideMax } from '#contract/limits.ts';
import type { PictureType } from '#contract/photo-lists.ts';
import { type ImageFormat, imageFormatOf, imageHeadBytes } from '#core/photos/image-format.ts';
import { type Picture, PictureRefused } from './picture.ts';
import { PictureWorkers } from './picture-workers.ts';

interface PictureWork {
  /** Paths in the maker's folder: the file as it was received, and where the two results go. */
  source: string;
  picture: string;
  thumbnail: string;
  /** Owners are served round-robin. */
  owner: string;
  signal?: AbortSignal | undefined;
}

export interface PictureMakerOptions {
  /** The only folder whose files the processes may open. */
  folder: string;
  /** The number of pictures made at the same time; the others queue, round-robin by owner. */
  processes: number;
  /** Memory limit of each process. */
  memoryMbMax?: number;
  makeMsMax?: number;
  /** An idle process is ended after this time. */
  idleMsMax?: number;
  startMsMax?: number;
  /** Called for each process that crashed or timed out. */
  onError?: (error: Error) => void;
  /** Delays before each retry of a sandbox that failed. */
  sandboxRetryMs?: readonly number[];
  /** Called with the reason when processes start without a sandbox, and with null when it works again. */
  onSandbox?: (reason: string | null) => void;
}

export interface PictureMaker {
  /** Throws PictureRefused or the signal's reason; then neither result exists. */
  make(work: PictureWork): Promise<Picture>;
  /** Pictures in progress or queued fail with a transient error. */
  close(): Promise<void>;
}

// At 50 megapixels the worst realistic case, a progressive JPEG without chroma subsampling, takes 370
// MB; an ordinary one takes 100. AVIF takes 15 bytes per pixel, so it works up to about 20 megapixels.
const memoryMbMaxDefault = 400;
const makeMsMaxDefault = 20_000;
const idleMsMaxDefault = 60_000;
export const startMsMaxDefault = 60_000;
// By then the machine may be less busy, or the operator may have installed bubblewrap.
const minuteMs = 60_000;
const sandboxRetryMsDefault = [minuteMs, 10 * minuteMs, 60 * minuteMs, 6 * 60 * minuteMs];

const contentTypes: Record<ImageFormat, PictureType> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
  heic: 'image/jpeg',
};

export function createPictureMaker({
  folder,
  processes,
  memoryMbMax = memoryMbMaxDefault,
  makeMsMax = makeMsMaxDefault,
  idleMsMax = idleMsMaxDefault,
  startMsMax = startMsMaxDefault,
  onError = () => {},
  sandboxRetryMs = sandboxRetryMsDefault,
  onSandbox = () => {},
}: PictureMakerOptions): PictureMaker {
  const workers = new PictureWorkers(
    { folder, memoryMbMax },
    { idleMsMax, startMsMax, sandboxRetryMs, onSandbox },
  );
  const queue: Turn[] = [];
  let lastOwner = '';
  const unsettled = new Set<Promise<unknown>>();
  let inFlight = 0;
  let isClosed = false;

  async function make(work: PictureWork): Promise<Picture> {
    const making = makeInTurn(work);
    unsettled.add(making);
    try {
      return await making;
    } finally {
      unsettled.delete(making);
    }
  }

  async function makeInTurn(work: PictureWork): Promise<Picture> {
    await waitForTurn(work.owner, work.signal);
    try {
      return await makeNow(work);
    } catch (error) {
      await Promise.allSettled([work.picture, work.thumbnail].map((path) => rm(path)));
      throw error;
    } finally {
      inFlight -= 1;
      startNext();
    }
  }

  function waitForTurn(owner: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise<void>((start, refuse) => {
      if (isClosed) throw closedRefusal();
      signal?.throwIfAborted();
      const turn = { owner, start, refuse };
      queue.push(turn);
      const onAbort = () => {
        if (queue.includes(turn)) queue.splice(queue.indexOf(turn), 1);
        refuse(signal!.reason);
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      startNext();
    });
  }

  function startNext(): void {
    while (inFlight < processes && queue.length > 0) {
      inFlight += 1;
      const next = queue.splice(indexOfNext(queue, lastOwner), 1)[0]!;
      lastOwner = next.owner;
      next.start();
    }
  }

  async function makeNow({ signal, source, picture, thumbnail }: PictureWork): Promise<Picture> {
    const format = await formatOf(source);
    if (isClosed) throw closedRefusal();
    signal?.throwIfAborted();
    const worker = await workers.take();
    if (isClosed || signal?.aborted) {
      workers.putBack(worker);
      throw isClosed ? closedRefusal() : signal!.reason;
    }
    const onAbort = () => void worker.end();
    signal?.addEventListener('abort', onAbort);
    const limits = { megapixelsMax: photoMegapixelsMax, pictureSideMax, thumbnailSideMax };
    try {
      const made = await worker.make({ format, source, picture, thumbnail, ...limits }, makeMsMax);
      return { contentType: contentTypes[format], ...made };
    } catch (error) {
      if (isClosed) throw closedRefusal();
      signal?.throwIfAborted();
      if (!worker.isAlive) onError(error as Error);
      throw error;
    } finally {
      signal?.removeEventListener('abort', onAbort);
      workers.putBack(worker);
    }
  }

  async function close(): Promise<void> {
    isClosed = true;
    for (const turn of queue.splice(0)) turn.refuse(closedRefusal());
    await workers.close();
    await Promise.allSettled(unsettled);
  }

  return { make, close };
}

interface Turn {
  owner: string;
  start(): void;
  refuse(error: unknown): void;
}

/** Round-robin: the oldest turn of the next owner by name, wrapping around. */
function indexOfNext(queue: readonly Turn[], lastOwner: string): number {
  const owners = [...new Set(queue.map(({ owner }) => owner))].sort();
  const next = owners.find((owner) => owner > lastOwner) ?? owners[0];
  return queue.findIndex(({ owner }) => owner === next);
}

async function formatOf(source: string): Promise<ImageFormat> {
  const head = await readHead(source).catch((error: Error) => {
    throw new PictureRefused('storage_failed', error.message, true);
  });
  const format = imageFormatOf(head);
  if (!format)
    throw new PictureRefused(
      'not_an_image',
      'the file signature is of no known image format',
      false,
    );
  return format;
}

async function readHead(source: string): Promise<Uint8Array> {
  await using file = await open(source);
  const { bytesRead, buffer } = await file.read(Buffer.alloc(imageHeadBytes));
  return buffer.subarray(0, bytesRead);
}

function closedRefusal(): PictureRefused {
  return new PictureRefused('storage_failed', 'the picture maker is closed', true);
}
