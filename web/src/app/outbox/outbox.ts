// What pages do with the outbox: every note, photo, move, plan, assignment and new lead goes through it.
import type { Session } from '../../api/session.ts';
import { readSession } from '../../api/session-store.ts';
import { currentSessionName, nameOfSession } from '../session.ts';
import { type Content, errorOf, type OutboxItem, textsOf, withTexts } from './outbox-item.ts';
import { onOutbox, readOutbox, setOutbox } from './outbox-state.ts';
import { addItem, itemLock, loadOutbox, patchItem, putBack, removeItem } from './outbox-store.ts';
import { sendOutbox } from './send-outbox.ts';

// A form does not keep the member longer: the item waits, and the outbox shows it.
const formMsMax = 10_000;

interface About {
  /** Null for a new lead. */
  workItemId: string | null;
  title: string;
}

/** The form that hands its content over. */
export interface SentForm {
  isOpen: () => boolean;
  /** Once the outbox has the text: opened again, the form must not invite a second one. */
  drop?: () => void;
  /** After a refusal, the form has its text again. */
  keep?: () => void;
}

/** By then, somebody else may have changed it. */
export const undoForm: SentForm = { isOpen: () => true };

/** `handedOver`: the outbox shows what became of it, or another brand is shown now: say nothing. */
export type Outcome = 'sent' | 'waiting' | 'handedOver';

/**
 * Resolves when it is sent, or when it has to wait. Throws when the service refuses it: then the form
 * still has the text. When the form was closed in the meantime, a refused item stays; so does a
 * change that conflicts with another.
 */
export async function sendOrQueue(
  about: About,
  wanted: Content,
  form?: SentForm,
  session = readSession(),
): Promise<Outcome> {
  if (!session) throw new Error('the outbox needs a session');
  const content = wanted.kind === 'change' ? { ...wanted, isDirect: !form } : wanted;
  const isFirst = readOutbox().items.every(({ problem }) => problem !== null);
  if (!isFirst || !navigator.onLine) {
    await addItem(session, { ...about, content, triedAt: null });
    form?.drop?.();
    await queued();
    return isCurrent(session) ? 'waiting' : 'handedOver';
  }
  const order = await addItem(session, { ...about, content, triedAt: Date.now() });
  form?.drop?.();
  setOutbox({ held: [...readOutbox().held, order] });
  await loadOutbox();
  await outcomeOf(order);
  setOutbox({ held: readOutbox().held.filter((one) => one !== order) });
  // It waits until the member is back.
  if (!isCurrent(session)) return 'handedOver';
  const item = readOutbox().items.find((one) => one.order === order);
  if (!item) return 'sent';
  if (item.problem?.kind === 'refused' && (!form || form.isOpen())) {
    const error = errorOf(item.problem);
    await removeItem(order);
    form?.keep?.();
    throw error;
  }
  // It has both versions, and the choice.
  if (item.problem?.kind === 'conflict' && form?.isOpen()) setOutbox({ isListOpen: true });
  await queued();
  return item.problem ? 'handedOver' : 'waiting';
}

function isCurrent(session: Session): boolean {
  return currentSessionName() === nameOfSession(session);
}

/** Resolves when it is sent or refused, when nothing can be sent, or after a while. */
function outcomeOf(order: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      stop();
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, formMsMax);
    const stop = onOutbox(() => {
      const item = readOutbox().items.find((one) => one.order === order);
      if (!item || item.problem) end();
    });
    void sendOutbox().then(end);
  });
}

/** Shown immediately, and sent in the background. */
export async function queuePhotos(about: About, files: readonly File[]): Promise<void> {
  const session = readSession();
  if (!session) return;
  for (const file of files) {
    await addItem(session, { ...about, content: { kind: 'photo', file }, triedAt: null });
  }
  await queued();
}

async function queued(): Promise<void> {
  await loadOutbox();
  void sendOutbox();
}

export async function retryItem({ order }: OutboxItem): Promise<void> {
  await patchItem(order, { problem: null, triedAt: null });
  void sendOutbox();
}

/** Another content needs another key. */
export async function editItem(item: OutboxItem, texts: Record<string, string>): Promise<void> {
  const content = withTexts(item.content, texts);
  const fields = { content, key: crypto.randomUUID(), triedAt: null, problem: null };
  await patchItem(item.order, fields);
  void sendOutbox();
}

export function mayEdit({ content }: OutboxItem): boolean {
  return Object.keys(textsOf(content)).length > 0;
}

/** `tooLate`: it is being sent, by this window or another, or has been sent. */
export async function discardItem({ order }: OutboxItem): Promise<'discarded' | 'tooLate'> {
  const options = { ifAvailable: true };
  const outcome = await navigator.locks.request(itemLock({ order }), options, async (lock) => {
    await loadOutbox();
    const isThere = readOutbox().items.some((item) => item.order === order);
    if (!lock || !isThere) return 'tooLate';
    await removeItem(order);
    return 'discarded';
  });
  // What it held up can go.
  void sendOutbox();
  return outcome;
}

/** It was sent once, and no answer came. */
export function mayHaveArrived({ triedAt, problem }: OutboxItem): boolean {
  return triedAt !== null && (problem === null || problem.kind === 'uncertain');
}

/** After it was discarded. */
export async function restoreItem(item: OutboxItem): Promise<void> {
  await putBack(item);
  await queued();
}

/** Saves a change over the version that conflicts with it. */
export async function overwriteTheirs({ order, content, problem }: OutboxItem): Promise<void> {
  if (content.kind !== 'change' || problem?.kind !== 'conflict') return;
  const { theirs: seen, version } = problem;
  await patchItem(order, { content: { ...content, seen, version }, problem: null });
  void sendOutbox();
}
