// Text that was typed but not saved, kept on this device until it is saved, discarded or old. A draft
// belongs to one member and one brand; signing out removes it.
import { readSession } from '../api/session-store.ts';

const prefix = 'vakwerk.draft ';
const keptDays = 7;
const keptMs = keptDays * 24 * 3_600_000;

interface Stored {
  at: number;
  draft: unknown;
}

export function readDraft(name: string): unknown {
  // A page may be open for longer.
  dropOldDrafts();
  const key = keyOf(name);
  const text = key && localStorage.getItem(key);
  return text ? (JSON.parse(text) as Stored).draft : null;
}

export function keepDraft(name: string, draft: unknown): void {
  const key = keyOf(name);
  if (!key) return;
  try {
    localStorage.setItem(key, JSON.stringify({ at: Date.now(), draft } satisfies Stored));
  } catch {
    // Storage is full: the text is still in the form.
  }
}

export function dropDraft(name: string): void {
  const key = keyOf(name);
  if (key) localStorage.removeItem(key);
}

/** When the member signs out: the session may have ended already. */
export function dropDraftsOf(accountId: string): void {
  for (const key of allKeys()) {
    if (key.startsWith(`${prefix}${accountId} `)) localStorage.removeItem(key);
  }
}

/** Of everybody on this device, also of forms that nobody opens again. */
export function dropOldDrafts(): void {
  for (const key of allKeys()) {
    const { at } = JSON.parse(localStorage.getItem(key)!) as Stored;
    if (at < Date.now() - keptMs) localStorage.removeItem(key);
  }
}

function allKeys(): string[] {
  return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
}

function keyOf(name: string): string | null {
  const session = readSession();
  return session && `${prefix}${session.account.id} ${session.brand.id} ${name}`;
}
