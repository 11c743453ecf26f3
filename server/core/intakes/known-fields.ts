// Recognises the fields of a lead by their names.
import type { LeadField } from '#contract/channel.ts';
import { longTextLengthMax } from '#contract/limits.ts';
import { cutText } from './cut-text.ts';
import { asFieldValue } from './field-values.ts';
import type { SentField } from './sent-fields.ts';
import { splitAddress } from './split-address.ts';
import { type UsualField, type UsualName, isTechnicalName, usualName } from './usual-names.ts';

export type FoundLead = Partial<Record<LeadField, unknown>>;

/** Fields by the names that they usually have; the others make the description if there is none. */
export function leadByUsualNames(fields: readonly SentField[]): FoundLead {
  const lead: FoundLead = {};
  const { known, others } = sortFields(fields);
  for (const [field, { texts }] of known) {
    if (field !== 'address') lead[field] = asFieldValue(field, texts);
  }
  const address = known.get('address')?.texts.join(', ').trim();
  if (address && !lead.street) lead.street = address;
  lead.description ??= linesOf(others);
  return withSplitAddress(lead);
}

interface Candidate {
  texts: string[];
  rank: number;
  from: SentField;
}

/** The best field of each kind, and the rest in its order. */
function sortFields(fields: readonly SentField[]) {
  const known = new Map<UsualField, Candidate>();
  const others: SentField[] = [];
  for (const from of fields) {
    const texts = from.texts.filter((text) => text.trim() !== '');
    const usual = texts.length > 0 && usualOf(from, texts);
    if (!usual) {
      others.push(from);
      continue;
    }
    const before = known.get(usual.field);
    if (before && before.rank <= usual.rank) {
      others.push(from);
    } else {
      if (before) others.push(before.from);
      known.set(usual.field, { texts, rank: usual.rank, from });
    }
  }
  return { known, others };
}

// Any name tells more than the type of a question.
const kindRank = 1_000;

function usualOf({ names, kind }: SentField, texts: readonly string[]): UsualName | null {
  const found = names.map(usualName).find((usual) => usual && suits(usual.field, texts));
  if (found) return found;
  return kind && suits(kind, texts) ? { field: kind, rank: kindRank } : null;
}

// A checkbox "Telefoon: ja" is no phone number, and refusing the lead for it would lose it.
const shapes: Partial<Record<UsualField, RegExp>> = {
  email: /@/,
  phone: /\p{Nd}.*\p{Nd}.*\p{Nd}/su,
  photoUrls: /^\s*https?:\/\//i,
  priority: /^\s*(?:low|medium|high|urgent|laag|normaal|normal|gemiddeld|hoog|spoed|dringend)\s*$/i,
  source: /^\s*(?:web|phone|chat|referral|other|whatsapp|email|manual)\s*$/i,
};

function suits(field: UsualField, texts: readonly string[]): boolean {
  const shape = shapes[field];
  return shape === undefined || texts.every((text) => shape.test(text));
}

function linesOf(fields: readonly SentField[]): string | null {
  const lines = fields
    .filter(({ names, texts }) => names[0] && !names.some(isTechnicalName) && texts.some(isWord))
    .map(({ names, texts }) => `${names[0]}: ${texts.join(', ').trim()}`);
  return lines.length > 0 ? cutText(lines.join('\n'), longTextLengthMax) : null;
}

function isWord(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

function withSplitAddress(lead: FoundLead): FoundLead {
  if (typeof lead.street !== 'string' || lead.streetNumber) return lead;
  const split = splitAddress(lead.street);
  if (!split) return lead;
  const isWhole = !lead.postalCode && !lead.city;
  const { street, streetNumber, streetNumberAddition } = split;
  // A postcode in a field of its own is the better one.
  return isWhole
    ? { ...lead, ...split }
    : {
        ...lead,
        street,
        streetNumber,
        ...(streetNumberAddition && { streetNumberAddition }),
      };
}
