// What an erased person leaves in the work items of others: leads that were moved to another customer, and
// leads sent with the person's e-mail address or phone number that went to another customer.
import { type Author, memberOf } from '../author.ts';
import {
  mentionsPerson,
  type Person,
  reachesPerson,
  sharesKey,
  sharesName,
} from '../customers/person.ts';
import type { Changes } from '../event.ts';
import { isOtherContact, piecesOfNotes } from '../leads/lead-remarks.ts';
import type { WorkItemRecord } from '../records.ts';

interface Mention {
  /** Whether the work item was once the person's. */
  isFormer: boolean;
  otherContact: string | null;
  /** Identified by the submission. */
  sender: Person;
}

/** Whether the person sent the work item. Others may share a name, so it counts in a former item only. */
export function isSentBy({ isFormer, otherContact, sender }: Mention, person: Person): boolean {
  const sent = otherContact ?? '';
  if (sharesKey(sender, person) || reachesPerson(sent, person)) return true;
  return isFormer && (sharesName(sender, person) || mentionsPerson(sent, person));
}

/** Returns the item itself if no text mentions the person. */
export function withoutMentions(
  item: WorkItemRecord,
  { person, author, now }: { person: Person; author: Author; now: number },
): WorkItemRecord {
  const isImpersonal = (text: string) => !mentionsPerson(text, person);
  const textOrNull = (text: string | null) => (text !== null && isImpersonal(text) ? text : null);
  const texts = {
    title: textOrNull(item.title) ?? 'Erased',
    description: textOrNull(item.description) ?? '',
    category: textOrNull(item.category),
    customerSignature: textOrNull(item.customerSignature),
    budgetQuote: textOrNull(item.budgetQuote),
    notes: item.notes && notesWithout(item.notes, isImpersonal),
    otherContact: null,
    completionNotes: textOrNull(item.completionNotes),
    hoursWorked: textOrNull(item.hoursWorked),
    materials: textOrNull(item.materials),
    signedBy: textOrNull(item.signedBy),
    tags: item.tags?.every(isImpersonal) ? item.tags : (item.tags?.filter(isImpersonal) ?? null),
  };
  const fields = Object.keys(texts) as (keyof typeof texts)[];
  if (fields.every((field) => texts[field] === item[field])) return item;
  const { version } = item;
  return { ...item, ...texts, version: version + 1, updatedAt: now, updatedBy: memberOf(author) };
}

/** All remarks about other contact details go: they are the person's, whatever they say. */
function notesWithout(notes: string, isImpersonal: (text: string) => boolean): string | null {
  const pieces = piecesOfNotes(notes);
  const kept = pieces.filter((piece) => !isOtherContact(piece) && isImpersonal(piece.trim()));
  return kept.length === pieces.length ? notes : kept.join('').trim() || null;
}

/** Notes had the remarks. */
export function changesWithout(changes: Changes, person: Person): Changes {
  return Object.fromEntries(
    Object.entries(changes).filter(
      ([field, change]) => field !== 'notes' && !mentionsPerson(JSON.stringify(change), person),
    ),
  );
}
