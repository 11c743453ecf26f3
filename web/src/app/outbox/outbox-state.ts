// What the pages show of the outbox. Small, because the board loads it: the rest is loaded later.
import type { OutboxItem } from './outbox-item.ts';

export interface Outbox {
  /** In the order in which they are sent. */
  items: readonly OutboxItem[];
  /** Changes that were sent, until the lists show them. */
  settling: readonly OutboxItem[];
  /** The order of the item that this window is sending. */
  sending: number | null;
  /** Something could not be sent when it was made. */
  isBehind: boolean;
  /** Items whose form is still open, and shows what becomes of them. */
  held: readonly number[];
  /** The list of what waits is shown. */
  isListOpen: boolean;
}

export const emptyState: Outbox = {
  items: [],
  settling: [],
  sending: null,
  isBehind: false,
  held: [],
  isListOpen: false,
};
let outbox = emptyState;
const listeners = new Set<() => void>();

export function readOutbox(): Outbox {
  return outbox;
}

export function onOutbox(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function setOutbox(fields: Partial<Outbox>): void {
  outbox = { ...outbox, ...fields };
  if (outbox.items.length === 0) outbox.isBehind = false;
  for (const listener of listeners) listener();
}
