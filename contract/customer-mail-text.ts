// The placeholders in the texts of mails to customers, and how they are filled in. The server and the
// preview in the web app share it.
import type { Language } from './account-lists.ts';
import type { CustomerMailKind } from './notification-lists.ts';

export interface MailText {
  subject: string;
  text: string;
}

export const placeholders = [
  'name',
  'firstName',
  'title',
  'business',
  'address',
  'date',
  'time',
  'earlier',
] as const;

export type Placeholder = (typeof placeholders)[number];

/** Both names are understood in both languages. */
export const placeholderNames: Record<Placeholder, Record<Language, string>> = {
  name: { en: 'name', nl: 'naam' },
  firstName: { en: 'firstName', nl: 'voornaam' },
  title: { en: 'title', nl: 'onderwerp' },
  business: { en: 'business', nl: 'bedrijf' },
  address: { en: 'address', nl: 'adres' },
  date: { en: 'date', nl: 'datum' },
  time: { en: 'time', nl: 'tijd' },
  earlier: { en: 'earlier', nl: 'eerder' },
};

/** The placeholders that a kind of mail has values for. */
export const placeholdersOf: Record<CustomerMailKind, readonly Placeholder[]> = {
  receipt: placeholders.slice(0, 5),
  planned: placeholders.slice(0, 7),
  moved: placeholders,
  cancelled: placeholders.slice(0, 7),
  report: placeholders.slice(0, 5),
};

const pattern = /\{(\p{L}+)\}/gu;
const byName = new Map(
  placeholders.flatMap((one) =>
    Object.values(placeholderNames[one]).map((name) => [name.toLowerCase(), one] as const),
  ),
);

export function unknownPlaceholders(kind: CustomerMailKind, text: string): string[] {
  const known = placeholdersOf[kind];
  return [...text.matchAll(pattern)].flatMap(([whole, name]) => {
    const placeholder = placeholderNamed(name!);
    return placeholder && known.includes(placeholder) ? [] : [whole];
  });
}

type Values = Partial<Record<Placeholder, string>>;

/** Leaves out lines whose placeholders are all empty, such as that of an unknown address. */
export function fillIn({ subject, text }: MailText, values: Values): MailText {
  const lines = text.split('\n').flatMap((line) => {
    const found = [...line.matchAll(pattern)].map(([, name]) => valueOf(name!, values));
    return found.length > 0 && found.every((value) => value === '') ? [] : [fillLine(line, values)];
  });
  return { subject: fillLine(subject, values), text: lines.join('\n') };
}

function fillLine(line: string, values: Values): string {
  return line.replaceAll(pattern, (_, name: string) => valueOf(name, values));
}

function valueOf(name: string, values: Values): string {
  const placeholder = placeholderNamed(name);
  return (placeholder && values[placeholder]) ?? '';
}

function placeholderNamed(name: string): Placeholder | undefined {
  return byName.get(name.toLowerCase());
}
