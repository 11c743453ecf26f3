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

/** In the order of the text. Takes linear time per entry, whatever the texts are. */
export function partsOfNotes(notes: string | null, entries: readonly NoteRecord[]): NotePart[] {
  if (notes === null) return [];
  const pieces = notes.split(blankLines);
  const starts: number[] = [];
  for (let at = 0, from = 0; at < pieces.length; from += pieces[at++]!.length) starts.push(from);
  const numbers = new Map([...new Set(pieces)].map((piece, number) => [piece, number]));
  const numbered = pieces.map((piece) => numbers.get(piece)!);
  const parts: NotePart[] = [];
  // Entries are appended, so the newest one is the last with its text.
  for (const entry of entries.toSorted((one, other) => (one.id < other.id ? 1 : -1))) {
    const sought = entry.text.split(blankLines).map((piece) => numbers.get(piece) ?? taken);
    const first = sought.includes(taken) ? -1 : findLast(numbered, sought);
    if (first === -1) continue;
    parts.push({ start: starts[first]!, text: entry.text, entry });
    numbered.fill(taken, first, first + sought.length);
  }
  parts.sort((one, other) => one.start - other.start);
  return [...parts, ...restOf(notes, parts)].sort((one, other) => one.start - other.start);
}

// Paragraphs are at the even indexes, and the blank lines between them at the odd ones.
const blankLines = /(\n{2,})/;
const taken = -1;

/**
 * The index of the last occurrence, or -1. Knuth-Morris-Pratt from the end: `lastIndexOf` is
 * quadratic for texts that repeat themselves.
 */
function findLast(all: readonly number[], sought: readonly number[]): number {
  const fallbacks = [0];
  const last = sought.length - 1;
  const step = (matched: number, piece: number) => {
    let length = matched;
    while (length > 0 && sought[last - length] !== piece) length = fallbacks[length - 1]!;
    return sought[last - length] === piece ? length + 1 : length;
  };
  for (let at = 1; at <= last; at++) fallbacks.push(step(fallbacks[at - 1]!, sought[last - at]!));
  let matched = 0;
  for (let at = all.length - 1; at >= 0; at--) {
    matched = step(matched, all[at]!);
    if (matched === sought.length) return at;
  }
  return -1;
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
