// The outbox in IndexedDB, where it survives a closed window.
import type { OutboxItem } from './outbox-item.ts';

const storeName = 'items';

let opened: Promise<IDBDatabase> | null = null;

/** In the order in which they were added. */
export function readStored(): Promise<OutboxItem[]> {
  return run<OutboxItem[]>('readonly', (store) => store.getAll());
}

/** Returns its order. */
export function insertStored(item: Omit<OutboxItem, 'order'>): Promise<number> {
  return run('readwrite', (store) => store.add(item)) as Promise<number>;
}

/** Does nothing when the item is gone: another window may have sent or discarded it. */
export async function patchStored(order: number, fields: Partial<OutboxItem>): Promise<void> {
  await run<OutboxItem | undefined>('readwrite', (store) => {
    const found: IDBRequest<OutboxItem | undefined> = store.get(order);
    found.addEventListener('success', () => {
      if (found.result) store.put({ ...found.result, ...fields });
    });
    return found;
  });
}

export async function deleteStored(order: number): Promise<void> {
  await run('readwrite', (store) => store.delete(order));
}

/** Resolves once the change is on the disk. */
async function run<T>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await open();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(storeName, mode, { durability: 'strict' });
    const request = act(transaction.objectStore(storeName));
    transaction.addEventListener('complete', () => resolve(request.result));
    transaction.addEventListener('abort', () => reject(transaction.error ?? request.error));
  });
}

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('vakwerk.outbox', 1);
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore(storeName, { keyPath: 'order', autoIncrement: true });
    });
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error));
  }).then(
    (database) => {
      // Browsers close it when their storage service restarts.
      database.addEventListener('close', forget);
      return database;
    },
    (error: unknown) => {
      forget();
      throw error;
    },
  );
  return opened;
}

function forget(): void {
  opened = null;
}
