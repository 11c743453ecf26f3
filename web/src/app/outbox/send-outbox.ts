// Sends the outbox in order: one window at a time, and again when the network is back.
import { shrinkPicture } from '../../form/shrink-pictures.ts';
import { refreshSession } from '../fetch-session.ts';
import { onSession, readElsewhere, readSession } from '../../api/session-store.ts';
import { NetworkError, TimeoutError, VakwerkError } from '../../../../sdk/src/index.ts';
import { memberIdempotencyDays } from '../../../../contract/limits.ts';
import { invalidate, kinds } from '../queries.ts';
import { nameOfSession } from '../session.ts';
import { type Content, type OutboxItem, type Problem, refusalOf } from './outbox-item.ts';
import { readOutbox, setOutbox } from './outbox-state.ts';
import {
  isOfSession,
  itemLock,
  loadOutbox,
  onAddedElsewhere,
  patchItem,
  removeItem,
} from './outbox-store.ts';
import { sendItem } from './send-item.ts';

const lockName = 'vakwerk.outbox';
const retryMs = 5_000;
const retryMsMax = 60_000;
// Less than the service remembers a key, for a clock that is wrong.
const certainMs = (memberIdempotencyDays * 24 - 1) * 3_600_000;

let pending: Promise<void> | null = null;
let isAskedAgain = false;
let waitMs = retryMs;
let timer: ReturnType<typeof setTimeout> | undefined;
let sessionEnd = new AbortController();

/** Call once. */
export function startOutbox(): void {
  let known: string | null = null;
  const followSession = () => {
    const session = readElsewhere() ? null : readSession();
    const next = session && nameOfSession(session);
    if (next === known) return;
    known = next;
    sessionEnd.abort();
    sessionEnd = new AbortController();
    if (next !== null) void loadOutbox().then(sendWhatWaited);
  };
  followSession();
  onSession(followSession);
  // This window goes on when the other one is closed before it has sent it.
  onAddedElsewhere(sendWhatWaited);
  addEventListener('online', () => {
    waitMs = retryMs;
    sendWhatWaited();
  });
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) sendWhatWaited();
  });
}

function sendWhatWaited(): void {
  if (readOutbox().items.length > 0) void sendOutbox();
}

/** Resolves when all was tried once, by this window or another. */
export function sendOutbox(): Promise<void> {
  isAskedAgain = true;
  pending ??= navigator.locks.request(lockName, sendWhileAsked);
  return pending;
}

async function sendWhileAsked(): Promise<void> {
  try {
    while (isAskedAgain) {
      isAskedAgain = false;
      await sendInOrder();
    }
  } catch {
    // The storage failed.
    sendLater();
  } finally {
    pending = null;
  }
}

async function sendInOrder(): Promise<void> {
  clearTimeout(timer);
  await loadOutbox();
  const skipped = new Set<number>();
  if (!nextToSend(skipped) || readElsewhere()) return;
  // Some networks make a browser believe that it is offline.
  if (!navigator.onLine) {
    fallBehind();
    if (!(await isReachable())) return sendLater();
  }
  for (let next = nextToSend(skipped); next; next = nextToSend(skipped)) {
    const { order } = next;
    const outcome = await navigator.locks.request(itemLock({ order }), () => sendStored(order));
    if (outcome === 'sent') waitMs = retryMs;
    if (outcome === 'skipped') skipped.add(order);
    if (outcome === 'away') return sendLater();
  }
  if (skipped.size > 0) sendLater();
}

/** Skips what follows a problem or a failure of the same lead or job. */
function nextToSend(skipped: ReadonlySet<number>): OutboxItem | undefined {
  const stopped = new Set<string>();
  return readOutbox().items.find(({ order, workItemId, problem }) => {
    const isStopped =
      problem !== null || skipped.has(order) || (workItemId !== null && stopped.has(workItemId));
    if (isStopped && workItemId !== null) stopped.add(workItemId);
    return !isStopped;
  });
}

async function isReachable(): Promise<boolean> {
  try {
    await refreshSession();
    return true;
  } catch {
    return false;
  }
}

function fallBehind(): void {
  setOutbox({ isBehind: true });
  // Otherwise the browser may delete what waits when the disk is full.
  void navigator.storage.persist().catch(() => {});
}

function sendLater(): void {
  fallBehind();
  clearTimeout(timer);
  if (!readSession()) return;
  timer = setTimeout(sendWhatWaited, waitMs);
  waitMs = Math.min(waitMs * 2, retryMsMax);
}

/** `away`: nothing can be sent now. */
type Outcome = 'sent' | 'stopped' | 'skipped' | 'away';

async function sendStored(order: number): Promise<Outcome> {
  // Another window may have discarded it.
  await loadOutbox();
  const stored = readOutbox().items.find((item) => item.order === order);
  return stored ? sendOne(stored) : 'stopped';
}

async function sendOne(stored: OutboxItem): Promise<Outcome> {
  const { order, triedAt } = stored;
  const item = { ...stored, content: await asSent(stored) };
  const { content } = item;
  // The session may have changed while the outbox was read.
  if (!isOfSession(item, readSession())) return 'away';
  const stop = async (problem: Problem): Promise<Outcome> => {
    await patchItem(order, { problem });
    return 'stopped';
  };
  if (content.kind !== 'change' && triedAt !== null && triedAt < Date.now() - certainMs) {
    return stop({ kind: 'uncertain' });
  }
  const isLive = readOutbox().held.includes(order);
  const { signal } = sessionEnd;
  if (triedAt === null || content !== stored.content) {
    await patchItem(order, { content, triedAt: triedAt ?? Date.now() });
  }
  setOutbox({ sending: order });
  try {
    const conflict = await sendItem(item, { isLive, signal });
    if (conflict) return await stop(conflict);
    showSent(item);
    await removeItem(order);
    return 'sent';
  } catch (error) {
    if (signal.aborted) return 'away';
    // An open form keeps its text; the page asks which brand it is for.
    const isOtherBrand = isLive && (error as Partial<VakwerkError>).code === 'other_brand';
    // Or somebody else has signed in: then it waits for its author.
    if (isOtherBrand) await isReachable();
    if (!isOfSession(item, readSession())) return 'away';
    if (isOtherBrand || !isTemporary(error)) return await stop(refusalOf(error));
    return isOfThisItem(error) ? 'skipped' : 'away';
  } finally {
    setOutbox({ sending: null });
  }
}

async function asSent({ content }: OutboxItem): Promise<Content> {
  if (content.kind !== 'photo' || content.isShrunk) return content;
  return { ...content, file: await shrinkPicture(content.file), isShrunk: true };
}

/** Lists show a change as waiting until they have it: a card must not jump back in between. */
function showSent(item: OutboxItem): void {
  const { kind } = item.content;
  setOutbox({ items: readOutbox().items.filter(({ order }) => order !== item.order) });
  // The page has read it already.
  if (kind === 'photo') return;
  if (kind === 'change') setOutbox({ settling: [...readOutbox().settling, item] });
  void invalidate(kinds.workItems).finally(() => {
    setOutbox({ settling: readOutbox().settling.filter((one) => one !== item) });
  });
}

const temporaryStatuses = new Set([401, 408, 429]);
const temporaryCodes = new Set(['other_brand', 'idempotency_in_progress']);

function isTemporary(error: unknown): error is VakwerkError {
  if (!(error instanceof VakwerkError)) return false;
  if (error instanceof NetworkError || error instanceof TimeoutError) return true;
  const { status, code } = error;
  if (status === null || status >= 500 || temporaryStatuses.has(status)) return true;
  return code !== null && temporaryCodes.has(code);
}

/** A large photo may time out, or one item fail on the server, while others can be sent. */
function isOfThisItem(error: VakwerkError): boolean {
  return error instanceof TimeoutError || error.status === 500;
}
