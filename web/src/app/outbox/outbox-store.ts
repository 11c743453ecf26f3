// The outbox of the signed-in member in this brand, as the windows of this browser share it.
import type { Session } from '../../api/session.ts';
import { readSession } from '../../api/session-store.ts';
import { currentSessionName } from '../session.ts';
import { deleteStored, insertStored, patchStored, readStored } from './outbox-database.ts';
import type { OutboxItem } from './outbox-item.ts';
import { readOutbox, setOutbox } from './outbox-state.ts';

const unstoredCountMax = 1_000_000;
const otherWindows = new BroadcastChannel('vakwerk.outbox');

// With a full storage, or none, it still sends: from memory, as the bar says.
let unstored: OutboxItem[] = [];
let unstoredCount = 0;
let lastStored = 0;
/** What could not be written to the stored items: their new fields, or null for removed ones. */
const unwritten = new Map<number, Partial<OutboxItem> | null>();

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
export async function addItem({ account, brand }: Session, wanted: NewItem): Promise<number> {
  const item = {
    accountId: account.id,
    brandId: brand.id,
    ...wanted,
    key: crypto.randomUUID(),
    problem: null,
  };
  try {
    const order = await insertStored(item);
    lastStored = order;
    notify('added');
    return order;
  } catch {
    const order = nextUnstoredOrder();
    unstored.push({ ...item, order });
    return order;
  }
}

/** After what waits, and before the next item that is stored: those have whole numbers. */
function nextUnstoredOrder(): number {
  const last = Math.max(lastStored, readOutbox().items.at(-1)?.order ?? 0);
  unstoredCount += 1;
  return Math.floor(last) + unstoredCount / unstoredCountMax;
}

export function isStored({ order }: Pick<OutboxItem, 'order'>): boolean {
  return Number.isInteger(order);
}

/** Held while it is sent or discarded: another window may do the other. */
export function itemLock({ order }: Pick<OutboxItem, 'order'>): string {
  return `vakwerk.outbox ${order}`;
}

/** In its order again, and with its key. */
export async function putBack(item: OutboxItem): Promise<void> {
  const { order } = item;
  const wasDeleted = unwritten.get(order) !== null;
  unwritten.delete(order);
  if (!wasDeleted) return;
  if (!isStored(item)) {
    unstored.push(item);
    return;
  }
  try {
    await insertStored(item);
    notify('added');
  } catch {
    unstored.push({ ...item, order: order - 0.5 });
  }
}

export async function patchItem(order: number, fields: Partial<OutboxItem>): Promise<void> {
  unstored = unstored.map((item) => (item.order === order ? { ...item, ...fields } : item));
  const all = { ...unwritten.get(order), ...fields };
  await changeStored(order, all, () => patchStored(order, all));
}

export async function removeItem(order: number): Promise<void> {
  unstored = unstored.filter((item) => item.order !== order);
  await changeStored(order, null, () => deleteStored(order));
}

async function changeStored(
  order: number,
  fields: Partial<OutboxItem> | null,
  act: () => Promise<void>,
): Promise<void> {
  if (isStored({ order })) {
    try {
      await act();
      unwritten.delete(order);
      notify('changed');
    } catch {
      unwritten.set(order, fields);
    }
  }
  await loadOutbox();
}

/** Also reads what other windows have changed. */
export async function loadOutbox(): Promise<void> {
  const name = currentSessionName();
  const all = name === null ? [] : await readAll();
  if (currentSessionName() !== name) return;
  setOutbox({ items: all.filter((item) => isOfSession(item, readSession())) });
}

export function isOfSession({ accountId, brandId }: OutboxItem, session: Session | null): boolean {
  return accountId === session?.account.id && brandId === session.brand.id;
}

/** Of the signed-in member, in all brands. */
export async function countOfMember(): Promise<number> {
  return (await ofMember()).length;
}

/** When the member signs out: the session may have ended already. */
export async function emptyOutbox(accountId: string): Promise<void> {
  unstored = unstored.filter((item) => item.accountId !== accountId);
  for (const item of await readStored().catch(() => [])) {
    if (item.accountId === accountId) await deleteStored(item.order);
  }
  notify('changed');
  await loadOutbox();
}

async function ofMember(): Promise<OutboxItem[]> {
  const accountId = readSession()?.account.id;
  return (await readAll()).filter((item) => item.accountId === accountId);
}

async function readAll(): Promise<OutboxItem[]> {
  const stored = await readStored().catch(() => []);
  const current = stored.flatMap((item) => {
    const fields = unwritten.get(item.order);
    return fields === null ? [] : [{ ...item, ...fields }];
  });
  return [...current, ...unstored].toSorted((one, other) => one.order - other.order);
}

// Closing the window would lose them: the browser asks first.
addEventListener('beforeunload', (event) => {
  if (unstored.length > 0) event.preventDefault();
});
