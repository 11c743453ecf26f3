// Whether the lists show my work or everyone's: remembered for each person and brand on this device.
import { useSyncExternalStore } from 'react';
import { readSession } from '../api/session-store.ts';

export type Whose = 'mine' | 'everyone';

const listeners = new Set<() => void>();

export function useWhose(): [Whose, (whose: Whose) => void] {
  return [useSyncExternalStore(listen, readWhose), setWhose];
}

export function readWhose(): Whose {
  try {
    return localStorage.getItem(storageKey()) === 'mine' ? 'mine' : 'everyone';
  } catch {
    return 'everyone';
  }
}

/** The filter of a list. */
export function assigneeOf(whose: Whose): { assigneeId?: 'me' } {
  return whose === 'mine' ? { assigneeId: 'me' } : {};
}

function setWhose(whose: Whose): void {
  try {
    localStorage.setItem(storageKey(), whose);
  } catch {
    // A browser without storage shows everyone's.
  }
  for (const changed of listeners) changed();
}

function storageKey(): string {
  const session = readSession();
  return `whose ${session?.account.id} ${session?.brand.id}`;
}

function listen(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}
