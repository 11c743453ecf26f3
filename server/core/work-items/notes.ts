// The notes of a work item are one text, and entries say who added which part of it. A part without
// an entry was written through the field `notes`. An entry whose text is no longer there is not
// shown; it is again when the text is put back.
import type { Note } from '#contract/note.ts';
import type { NoteRecord } from '../records.ts';
import { timestamp } from '../timestamp.ts';

interface NotePart {
  start: number;
  text: string;
  entry: NoteRecord | null;
}

const between = '\n\n';

export function withNote(notes: string | null, text: string): string {
  return notes === null ? text : notes + between + text;
}

/** In the order of the text. */
export function partsOfNotes(notes: string | null, entries: readonly NoteRecord[]): NotePart[] {
  if (notes === null) return [];
  const parts: NotePart[] = [];
  // Entries are appended, so the newest one is the last with its text.
  for (const entry of entries.toSorted((one, other) => (one.id < other.id ? 1 : -1))) {
    const start = findLast(notes, entry.text, parts);
    if (start !== -1) parts.push({ start, text: entry.text, entry });
  }
  parts.sort((one, other) => one.start - other.start);
  return [...parts, ...restOf(notes, parts)].sort((one, other) => one.start - other.start);
}

/** The last whole paragraphs with this text that no other part has; -1 if there are none. */
function findLast(notes: string, text: string, taken: readonly NotePart[]): number {
  for (let at = notes.lastIndexOf(text); at !== -1; at = before(notes, text, at)) {
    const end = at + text.length;
    const isWhole =
      (at === 0 || notes.startsWith(between, at - between.length)) &&
      (end === notes.length || notes.startsWith(between, end));
    const isFree = taken.every((part) => end <= part.start || at >= part.start + part.text.length);
    if (isWhole && isFree) return at;
  }
  return -1;
}

function before(notes: string, text: string, at: number): number {
  return at === 0 ? -1 : notes.lastIndexOf(text, at - 1);
}

function restOf(notes: string, parts: readonly NotePart[]): NotePart[] {
  const rest: NotePart[] = [];
  let from = 0;
  for (const { start, text } of [...parts, { start: notes.length, text: '' }]) {
    const piece = notes.slice(from, start);
    const trimmed = piece.trim();
    if (trimmed !== '') {
      rest.push({ start: from + piece.indexOf(trimmed), text: trimmed, entry: null });
    }
    from = start + text.length;
  }
  return rest;
}

export function withEditedNote(notes: string, part: NotePart, text: string): string {
  return notes.slice(0, part.start) + text + notes.slice(part.start + part.text.length);
}

/** `names` of members and keys, by their ids. */
export function presentNote(
  { text, entry }: Pick<NotePart, 'text' | 'entry'>,
  names: ReadonlyMap<string, string>,
): Note {
  return {
    id: entry?.id ?? null,
    text,
    actor: entry?.actor ?? null,
    actorId: entry?.actorId ?? null,
    authorName: names.get(entry?.actorId ?? '') ?? null,
    createdAt: entry && timestamp(entry.createdAt),
    editedAt: timestamp(entry?.editedAt ?? null),
  };
}
