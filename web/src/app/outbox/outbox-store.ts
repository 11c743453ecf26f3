// The outbox of the signed-in member in this brand, as the windows of this browser share it.
import { onSession, readSession } from '../../api/session-store.ts';
import { deleteStored, insertStored, patchStored, readStored } from './outbox-database.ts';
import type { Content, OutboxItem } from './outbox-item.ts';

export interface Outbox {
  /** In the order in which they are sent. */
  items: readonly OutboxItem[];
  /** Changes that were sent, until the lists show them. */
  settling: readonly OutboxItem[];
  /** The order of the item that this window is sending. */
  sending: number | null;
  /** Something could not be sent when it was made. */
  isBehind: boolean;
}

const empty: Outbox = { items: [], settling: [], sending: null, isBehind: false };
let outbox = empty;
const listeners = new Set<() => void>();
const otherWindows = new BroadcastChannel('vakwerk.outbox');

// A device without storage, or with a full one, still sends: from memory.
let unstored: OutboxItem[] = [];
const firstUnstoredOrder = 2 ** 40;
let unstoredOrder = firstUnstoredOrder;

export function readOutbox(): Outbox {
  return outbox;
}

export function onOutbox(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** After another window has added something, which is loaded. */
export function onAddedElsewhere(listener: () => void): void {
  otherWindows.addEventListener('message', ({ data }: MessageEvent<Notice>) => {
    void loadOutbox().then(() => data === 'added' && listener());
  });
}

type Notice = 'added' | 'changed';

function notify(notice: Notice): void {
  otherWindows.postMessage(notice);
}

export function setOutbox(fields: Partial<Outbox>): void {
  outbox = { ...outbox, ...fields };
  if (outbox.items.length === 0) outbox.isBehind = false;
  for (const listener of listeners) listener();
}

interface NewItem {
  workItemId: string | null;
  title: string;
  content: Content;
}

/** Returns its order. `loadOutbox` shows it. */
export async function addItem({ workItemId, title, content }: NewItem): Promise<number> {
  const session = readSession();
  if (!session) throw new Error('the outbox needs a session');
  const item = {
    accountId: session.account.id,
    brandId: session.brand.id,
    workItemId,
    title,
    content,
    key: crypto.randomUUID(),
    triedAt: null,
    problem: null,
  };
  try {
    const order = await insertStored(item);
    notify('added');
    return order;
  } catch {
    unstoredOrder += 1;
    unstored.push({ ...item, order: unstoredOrder });
    return unstoredOrder;
  }
}

export async function patchItem(order: number, fields: Partial<OutboxItem>): Promise<void> {
  unstored = unstored.map((item) => (item.order === order ? { ...item, ...fields } : item));
  await changeStored(order, () => patchStored(order, fields));
}

export async function removeItem(order: number): Promise<void> {
  unstored = unstored.filter((item) => item.order !== order);
  await changeStored(order, () => deleteStored(order));
}

async function changeStored(order: number, act: () => Promise<void>): Promise<void> {
  if (order < firstUnstoredOrder) {
    await act();
    notify('changed');
  }
  await loadOutbox();
}

/** Also reads what other windows have changed. */
export async function loadOutbox(): Promise<void> {
  const session = readSession();
  const all = session ? await readAll() : [];
  if (readSession() !== session) return;
  const items = all.filter(
    ({ accountId, brandId }) => accountId === session?.account.id && brandId === session.brand.id,
  );
  setOutbox({ items });
}

/** Of the signed-in member, in all brands. */
export async function countOfMember(): Promise<number> {
  return (await ofMember()).length;
}

/** When the member signs out. */
export async function emptyOutbox(): Promise<void> {
  for (const { order } of await ofMember()) await removeItem(order);
}

async function ofMember(): Promise<OutboxItem[]> {
  const accountId = readSession()?.account.id;
  return (await readAll()).filter((item) => item.accountId === accountId);
}

async function readAll(): Promise<OutboxItem[]> {
  return [...(await readStored().catch(() => [])), ...unstored];
}

onSession(() => {
  if (!readSession()) setOutbox(empty);
});

// Closing the window would lose them: the browser asks first.
addEventListener('beforeunload', (event) => {
  if (unstored.length > 0) event.preventDefault();
});
