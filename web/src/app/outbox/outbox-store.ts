// The outbox of the signed-in member in this brand, as the windows of this browser share it.
import type { Session } from '../../api/session.ts';
import { onSession, readSession } from '../../api/session-store.ts';
import { deleteStored, insertStored, patchStored, readStored } from './outbox-database.ts';
import type { OutboxItem } from './outbox-item.ts';
import { emptyState, setOutbox } from './outbox-state.ts';

const otherWindows = new BroadcastChannel('vakwerk.outbox');

// A device without storage, or with a full one, still sends: from memory.
let unstored: OutboxItem[] = [];
const firstUnstoredOrder = 2 ** 40;
let unstoredOrder = firstUnstoredOrder;

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

type NewItem = Pick<OutboxItem, 'workItemId' | 'title' | 'content' | 'triedAt'>;

/** Returns its order. `loadOutbox` shows it. */
export async function addItem(wanted: NewItem): Promise<number> {
  const session = readSession();
  if (!session) throw new Error('the outbox needs a session');
  const item = {
    accountId: session.account.id,
    brandId: session.brand.id,
    ...wanted,
    key: crypto.randomUUID(),
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

/** In its order again, and with its key. */
export async function putBack(item: OutboxItem): Promise<void> {
  if (item.order >= firstUnstoredOrder) {
    unstored.push(item);
    return;
  }
  await insertStored(item);
  notify('added');
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
  setOutbox({ items: all.filter((item) => isOfSession(item, session)) });
}

export function isOfSession({ accountId, brandId }: OutboxItem, session: Session | null): boolean {
  return accountId === session?.account.id && brandId === session.brand.id;
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
  if (!readSession()) setOutbox(emptyState);
});

// Closing the window would lose them: the browser asks first.
addEventListener('beforeunload', (event) => {
  if (unstored.length > 0) event.preventDefault();
});
