// The entries of a work item's notes: read, added, and changed by their author.
import { notesPerItemMax, wholeNotesLengthMax } from '#contract/limits.ts';
import type { Note } from '#contract/note.ts';
import type { Phase } from '#contract/work-item-lists.ts';
import { createdStatus } from '#core/leads/idempotency-record.ts';
import { about, type FieldMessage } from '#core/reading/field-message.ts';
import type { NoteRecord, WorkItemRecord } from '#core/records.ts';
import { changeWorkItem } from '#core/work-items/change-work-item.ts';
import { partsOfNotes, presentNote, withEditedNote, withNote } from '#core/work-items/notes.ts';
import { listApiKeys } from '#db/accounts/api-keys.ts';
import type { Database } from '#db/database.ts';
import { findNotes, insertNote, updateNote } from '#db/work-items/work-item-notes.ts';
import { findWorkItems, lockWorkItem } from '#db/work-items/work-items.ts';
import { listPeople } from '../accounts/members.ts';
import type { ActionContext } from '../context.ts';
import { findAnswers, keyLocks, rememberAnswers } from '../leads/idempotency.ts';
import { changeLocked, type WorkItemOutcome, type WorkItemRequest } from './change-work-item.ts';

interface ItemKey {
  brandId: string;
  id: string;
}

export async function listNotes(
  db: Database,
  { brandId, id }: ItemKey,
): Promise<{ phase: Phase; notes: Note[] } | null> {
  const [item] = await findWorkItems(db, brandId, [id]);
  if (!item || item.deletedAt !== null) return null;
  const entries = await findNotes(db, brandId, [id]);
  const names = await namesOf(db, brandId);
  const parts = partsOfNotes(item.notes, entries);
  return { phase: item.phase, notes: parts.map((part) => presentNote(part, names)) };
}

/** Of members, also former ones, and of keys. */
export async function namesOf(db: Database, brandId: string): Promise<Map<string, string>> {
  const named = [...(await listPeople(db, { brandId })), ...(await listApiKeys(db, brandId))];
  return new Map(named.filter(({ name }) => name !== '').map(({ id, name }) => [id, name]));
}

interface NoteCreation extends WorkItemRequest {
  text: string;
  idempotency: { key: string; bodyHash: string } | null;
}

export type NoteOutcome =
  | Exclude<WorkItemOutcome, { outcome: 'changed' }>
  | { outcome: 'done' | 'replayed'; phase: Phase; note: Note }
  | { outcome: 'key_reused' | 'in_flight' }
  | { outcome: 'no_note' | 'not_author' };

const route = 'POST /v1/api/work-items/{id}/notes';

export function addNote(
  db: Database,
  creation: NoteCreation,
  context: ActionContext,
): Promise<NoteOutcome> {
  const { brandId, id, text, author, idempotency } = creation;
  const call = { brandId, author, idempotency: idempotency && { route, ...idempotency } };
  return db.transaction(async (trx): Promise<NoteOutcome> => {
    const locks = keyLocks(call);
    const held = await trx.tryLocks(locks);
    if (!locks.every((name) => held.has(name))) return { outcome: 'in_flight' };
    const item = await lockWorkItem(trx, { brandId, id });
    const now = context.now();
    const earlier = (await findAnswers(trx, [call], now, () => 0)).get(call);
    if (earlier) {
      if (earlier.outcome !== 'replayed') return { outcome: earlier.outcome };
      const found = await readNote(trx, item, earlier.body);
      return found ? { outcome: 'replayed', ...found } : { outcome: 'no_note' };
    }
    const entries = await findNotes(trx, brandId, [id]);
    const { outcome, changedAt } = await changeNotes(trx, item, creation, context, (notes) =>
      entries.length < notesPerItemMax ? withNote(notes, text) : tooManyNotes,
    );
    if (outcome.outcome !== 'changed') return outcome;
    const { actor, actorId } = author;
    const made = { workItemId: id, text, actor, actorId, createdAt: changedAt, editedAt: null };
    const entry: NoteRecord = { brandId, id: context.newId(), ...made };
    await insertNote(trx, entry);
    // The note is read again on replay, so the stored answers take no room.
    const answer = { responseStatus: createdStatus, responseBody: entry.id, workItemId: id };
    await rememberAnswers(trx, [call], now, () => answer);
    return { outcome: 'done', ...(await shownNote(trx, outcome.phase, entry)) };
  });
}

async function readNote(
  trx: Database,
  item: WorkItemRecord | undefined,
  noteId: string,
): Promise<{ phase: Phase; note: Note } | null> {
  if (!item || item.deletedAt !== null) return null;
  const entries = await findNotes(trx, item.brandId, [item.id]);
  const entry = entries.find(({ id }) => id === noteId);
  return entry ? shownNote(trx, item.phase, entry) : null;
}

async function shownNote(trx: Database, phase: Phase, entry: NoteRecord) {
  const names = await namesOf(trx, entry.brandId);
  return { phase, note: presentNote({ text: entry.text, entry }, names) };
}

export function editNote(
  db: Database,
  request: WorkItemRequest & { noteId: string; text: string },
  context: ActionContext,
): Promise<NoteOutcome> {
  const { brandId, id, noteId, text, author } = request;
  return db.transaction(async (trx): Promise<NoteOutcome> => {
    const item = await lockWorkItem(trx, { brandId, id });
    if (!item || item.deletedAt !== null) return { outcome: 'missing' };
    const parts = partsOfNotes(item.notes, await findNotes(trx, brandId, [id]));
    const part = parts.find(({ entry }) => entry?.id === noteId);
    if (!part?.entry) return { outcome: 'no_note' };
    const { actor, actorId } = part.entry;
    if (actor !== author.actor || actorId !== author.actorId) return { outcome: 'not_author' };
    const { outcome, changedAt } = await changeNotes(trx, item, request, context, (notes) =>
      withEditedNote(notes!, part, text),
    );
    if (outcome.outcome !== 'changed') return outcome;
    const isSame = part.entry.text === text;
    const edited = isSame ? part.entry : { ...part.entry, text, editedAt: changedAt };
    if (!isSame) await updateNote(trx, edited);
    return { outcome: 'done', ...(await shownNote(trx, outcome.phase, edited)) };
  });
}

const tooManyNotes = about(
  'text',
  'too_many_items',
  `cannot be added: there are ${notesPerItemMax} notes already`,
  { max: notesPerItemMax },
);
const tooLong = about(
  'text',
  'too_long',
  `would make the notes longer than ${wholeNotesLengthMax} characters: shorten them first`,
  { max: wholeNotesLengthMax },
);

async function changeNotes(
  trx: Database,
  item: WorkItemRecord | undefined,
  { phases, versions, author }: WorkItemRequest,
  context: ActionContext,
  change: (notes: string | null) => string | FieldMessage,
): Promise<{ outcome: WorkItemOutcome; changedAt: number }> {
  let changedAt = 0;
  const plan = async (_trx: Database, locked: WorkItemRecord, now: number) => {
    if (locked.deletedAt !== null) return null;
    // The time of the event.
    changedAt = now;
    const notes = change(locked.notes);
    if (typeof notes !== 'string') return { messages: [notes] };
    if (notes.length > wholeNotesLengthMax) return { messages: [tooLong] };
    return changeWorkItem(locked, { notes }, { author, now });
  };
  const outcome = await changeLocked(trx, item, { phases, versions, plan }, context);
  return { outcome, changedAt };
}
