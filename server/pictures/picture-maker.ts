// Makes pictures and thumbnails of files that strangers sent, in processes of their own.
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
  /** Whose it is: owners take turns. */
  owner: string;
  signal?: AbortSignal | undefined;
}

export interface PictureMakerOptions {
  /** The only folder whose files the processes may open. */
  folder: string;
  /** So many pictures are made at the same time. The others wait, and their owners take turns. */
  processes: number;
  /** For each process. */
  memoryMbMax?: number;
  makeMsMax?: number;
  /** A process without work for so long is ended. */
  idleMsMax?: number;
  startMsMax?: number;
  /** Hears of each process that ended by itself, or had to be ended because it took too long. */
  onError?: (error: Error) => void;
  /** After so long each, a sandbox that could not be used is tried again. */
  sandboxRetryMs?: readonly number[];
  /** Hears why processes start without a sandbox, and null when they have one again. */
  onSandbox?: (reason: string | null) => void;
}

export interface PictureMaker {
  /** Fails with PictureRefused, or with the signal's reason; then neither result is there. */
  make(work: PictureWork): Promise<Picture>;
  /** What is under way or waits fails, and may pass another time. */
  close(): Promise<void>;
}

// Of the pictures with 50 megapixels that people really send, the hungriest is a progressive JPEG without
// colour subsampling: 370 MB. An ordinary one takes 100. AVIF takes 15 bytes per pixel, and so is made up
// to some 20 megapixels.
const memoryMbMaxDefault = 400;
const makeMsMaxDefault = 20_000;
const idleMsMaxDefault = 60_000;
export const startMsMaxDefault = 60_000;
// A busy machine may have passed by then, or the operator has installed it.
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
  const waiting: Turn[] = [];
  let lastOwner = '';
  const unsettled = new Set<Promise<unknown>>();
  let underWay = 0;
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
      underWay -= 1;
      startNext();
    }
  }

  function waitForTurn(owner: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise<void>((start, refuse) => {
      if (isClosed) throw closedRefusal();
      signal?.throwIfAborted();
      const turn = { owner, start, refuse };
      waiting.push(turn);
      const onAbort = () => {
        if (waiting.includes(turn)) waiting.splice(waiting.indexOf(turn), 1);
        refuse(signal!.reason);
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      startNext();
    });
  }

  function startNext(): void {
    while (underWay < processes && waiting.length > 0) {
      underWay += 1;
      const next = waiting.splice(indexOfNext(waiting, lastOwner), 1)[0]!;
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
    for (const turn of waiting.splice(0)) turn.refuse(closedRefusal());
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

/** The oldest of the owner after the last one, in the order of their names; then from the first again. */
function indexOfNext(waiting: readonly Turn[], lastOwner: string): number {
  const owners = [...new Set(waiting.map(({ owner }) => owner))].sort();
  const next = owners.find((owner) => owner > lastOwner) ?? owners[0];
  return waiting.findIndex(({ owner }) => owner === next);
}

async function formatOf(source: string): Promise<ImageFormat> {
  const head = await readHead(source).catch((error: Error) => {
    throw new PictureRefused('storage_failed', error.message, true);
  });
  const format = imageFormatOf(head);
  if (!format) throw new PictureRefused('not_an_image', 'it begins like no kind of image', false);
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
