// Photos on their way to the service: they are shown immediately, and sent one after the other in the
// background, also while other pages are open.
import { useSyncExternalStore } from 'react';
import { client } from '../../api/client.ts';
import { currentBrandId } from '../../api/session-store.ts';
import { shrinkPicture } from '../../form/shrink-pictures.ts';
import { describeError } from '../../parts/describe-error.ts';
import { readUncached } from './item-data.ts';

export interface PhotoUpload {
  /** Also its Idempotency-Key, so a retry after a lost response adds nothing twice. */
  id: string;
  itemId: string;
  brandId: string | null;
  file: File;
  /** Of a picture. */
  objectUrl: string | null;
  state: 'waiting' | 'sending' | 'failed';
  /** Why it failed. */
  reason: string | null;
}

// On a slow line, a large photo takes minutes.
const timeoutMs = 5 * 60_000;

let uploads: readonly PhotoUpload[] = [];
let isSending = false;
const listeners = new Set<() => void>();

export function useUploads(itemId: string): PhotoUpload[] {
  const all = useSyncExternalStore(subscribe, () => uploads);
  return all.filter((upload) => upload.itemId === itemId);
}

export function addUploads(itemId: string, files: readonly File[]): void {
  const brandId = currentBrandId();
  const added = files.map((file): PhotoUpload => ({
    id: crypto.randomUUID(),
    itemId,
    brandId,
    file,
    objectUrl: file.type.startsWith('image/') ? URL.createObjectURL(file) : null,
    state: 'waiting',
    reason: null,
  }));
  change([...uploads, ...added]);
  void sendAll();
}

export function retryUpload(id: string): void {
  patch(id, { state: 'waiting', reason: null });
  void sendAll();
}

export function discardUpload(id: string): void {
  const upload = uploads.find((one) => one.id === id);
  if (upload?.objectUrl) URL.revokeObjectURL(upload.objectUrl);
  change(uploads.filter((one) => one.id !== id));
}

async function sendAll(): Promise<void> {
  if (isSending) return;
  isSending = true;
  for (let next = firstWaiting(); next; next = firstWaiting()) await send(next);
  isSending = false;
}

function firstWaiting(): PhotoUpload | undefined {
  const brandId = currentBrandId();
  return uploads.find((one) => one.state === 'waiting' && one.brandId === brandId);
}

async function send({ id, itemId, file }: PhotoUpload): Promise<void> {
  patch(id, { state: 'sending' });
  try {
    const options = { idempotencyKey: id, timeoutMs };
    await client.workItems.addPhotos(itemId, [await shrinkPicture(file)], options);
  } catch (error) {
    const { text, fields } = describeError(error);
    patch(id, { state: 'failed', reason: fields[0]?.text ?? text });
    return;
  }
  // The page has the photo before its upload is gone; if it cannot be read, an event reports it later.
  await readUncached(itemId).catch(() => {});
  discardUpload(id);
}

function patch(id: string, fields: Partial<PhotoUpload>): void {
  change(uploads.map((one) => (one.id === id ? { ...one, ...fields } : one)));
}

function change(next: readonly PhotoUpload[]): void {
  uploads = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

// The line is back.
addEventListener('online', () => {
  for (const { id, state } of uploads) if (state === 'failed') retryUpload(id);
});

// Closing the window would lose them: the browser asks first.
addEventListener('beforeunload', (event) => {
  if (uploads.length > 0) event.preventDefault();
});
