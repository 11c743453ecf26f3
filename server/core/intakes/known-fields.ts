// Recognises the fields of a lead by their names.
import type { LeadField } from '#contract/lead-submission.ts';
import { longTextLengthMax } from '#contract/limits.ts';
import { foldText } from '../fold-text.ts';
import { cutText } from './cut-text.ts';
import { asFieldValue } from './field-values.ts';
import type { SentField } from './sent-fields.ts';
import { splitAddress } from './split-address.ts';
import { type UsualField, type UsualName, isTechnicalName, usualName } from './usual-names.ts';

export type FoundLead = Partial<Record<LeadField, unknown>>;

interface NameReading {
  /** Whether the sender is told what is wrong: then one who cannot be reached is asked again. */
  isAnswered?: boolean;
}

/** Fields by the names that they usually have; the others make the description if there is none. */
export function leadByUsualNames(
  fields: readonly SentField[],
  { isAnswered = false }: NameReading = {},
): FoundLead {
  const lead: FoundLead = {};
  const { known, unfit, others } = sortFields(fields);
  if (isAnswered && !contactFields.some((field) => known.has(field))) {
    for (const field of contactFields) {
      const found = bestOf(field, unfit);
      if (found) known.set(field, found);
    }
  }
  for (const [field, { texts }] of known) {
    if (field !== 'address' && field !== 'infix') lead[field] = asFieldValue(field, texts);
  }
  const [address, infix] = (['address', 'infix'] as const).map((field) => textOf(known, field));
  if (address && !lead.street) lead.street = address;
  if (infix && typeof lead.lastName === 'string') lead.lastName = withInfix(infix, lead.lastName);
  const used = new Set([...known.values()].map(({ from }) => from));
  const unfitLines = linesOf(unfit.map(({ from }) => from).filter((from) => !used.has(from)));
  lead.description =
    typeof lead.description === 'string'
      ? withRemarks(lead.description, unfitLines)
      : cutText(linesOf(others.filter((from) => !used.has(from))), longTextLengthMax) || null;
  return withSplitAddress(lead);
}

const contactFields = ['phone', 'email'] as const;

interface Candidate {
  field: UsualField;
  texts: string[];
  rank: number;
  from: SentField;
}

/** Returns the best field of each kind, the fields whose value does not fit their kind, and the rest in order. */
function sortFields(fields: readonly SentField[]) {
  const known = new Map<UsualField, Candidate>();
  const unfit: Candidate[] = [];
  const others: SentField[] = [];
  for (const from of fields) {
    const texts = from.texts.filter((text) => text.trim() !== '');
    const usuals = texts.length > 0 ? usualsOf(from) : [];
    const usual = usuals.find(({ field }) => suits(field, texts));
    if (!usual) {
      others.push(from);
      if (usuals[0] && usuals[0].field !== 'infix') unfit.push({ ...usuals[0], texts, from });
      continue;
    }
    const before = known.get(usual.field);
    if (before && before.rank <= usual.rank) {
      others.push(from);
    } else {
      if (before) others.push(before.from);
      known.set(usual.field, { ...usual, texts, from });
    }
  }
  return { known, unfit, others };
}

function bestOf(field: UsualField, candidates: readonly Candidate[]): Candidate | null {
  const found = candidates.filter((candidate) => candidate.field === field);
  return found.toSorted((one, other) => one.rank - other.rank)[0] ?? null;
}

function textOf(known: ReadonlyMap<UsualField, Candidate>, field: UsualField): string {
  return known.get(field)?.texts.join(', ').trim() ?? '';
}

// Any name tells more than the type of a question.
const kindRank = 1_000;

function usualsOf({ names, kind }: SentField): UsualName[] {
  const found = names.map(usualName).filter((usual) => usual !== null);
  return kind ? [...found, { field: kind, rank: kindRank }] : found;
}

// A checkbox "Telefoon: ja" is no phone number, and refusing the lead for it would lose it.
const shapes: Partial<Record<UsualField, RegExp>> = {
  email: /@/,
  phone: /\p{Nd}.*\p{Nd}.*\p{Nd}/su,
  photoUrls: /^\s*https?:\/\//i,
  priority: /^\s*(?:low|medium|high|urgent|laag|normaal|normal|gemiddeld|hoog|spoed|dringend)\s*$/i,
  source: /^\s*(?:web|phone|chat|referral|other|whatsapp|email|manual)\s*$/i,
  // "van der", but no "Mr." and no "+31".
  infix:
    /^(?!.*\b(?:de heer|heer|dhr|mevrouw|mevr|mw|mr|mrs|ms|miss|mx|dr|drs|ir|ing|prof|sir|madam|fam|familie|herr|frau|m|mme)\b)[\p{L}'’. ]{1,30}$/iu,
};

function suits(field: UsualField, texts: readonly string[]): boolean {
  const shape = shapes[field];
  return shape === undefined || texts.every((text) => shape.test(text));
}

/** "van der Berg", unless the last name has it already. */
function withInfix(infix: string, lastName: string): string {
  const hasIt = foldText(lastName).startsWith(`${foldText(infix)} `);
  return hasIt ? lastName : `${infix} ${lastName}`;
}

/** A message with what else was sent below it, as far as there is room. */
export function withRemarks(message: string, remarks: string): string {
  const room = longTextLengthMax - message.length - remarkGap.length;
  return remarks === '' || room <= 0 ? message : message + remarkGap + cutText(remarks, room);
}

const remarkGap = '\n\n';

function linesOf(fields: readonly SentField[]): string {
  return fields
    .filter(({ names, texts }) => names[0] && !names.some(isTechnicalName) && texts.some(isWord))
    .map(({ names, texts }) => `${names[0]}: ${texts.join(', ').trim()}`)
    .join('\n');
}

function isWord(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

export function withSplitAddress(lead: FoundLead): FoundLead {
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
