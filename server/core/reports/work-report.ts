// The work report of a job: what the business hands to its customer. Pure texts; `server/reports/` draws
// them.
import type { Language } from '#contract/account-lists.ts';
import { currencyOf } from '#contract/currency.ts';
import { documentType } from '#contract/photo-lists.ts';
import { coloursOf } from '../legible-colours.ts';
import { cleanEmail } from '../reading/clean-text.ts';
import type { AddressRecord, CustomerRecord, PhotoRecord, WorkItemRecord } from '../records.ts';

export interface WorkReport {
  language: Language;
  title: string;
  brandName: string;
  trade: string | null;
  /** A data URL. */
  logo: string | null;
  /** Legible on white; null for black. */
  colour: string | null;
  facts: ReportFact[];
  /** Long texts, each with its heading. */
  texts: ReportFact[];
  photosHeading: string;
  /** The assets of the photos that are shown. */
  assetIds: string[];
  /** Says how many photos are left out. */
  photosLeftOut: string | null;
  signature: { heading: string; picture: string | null; text: string | null } | null;
  fileName: string;
  /** Where it can be sent to; null without an e-mail address. */
  email: string | null;
}

export interface ReportFact {
  name: string;
  value: string;
}

interface ReportRecords {
  item: WorkItemRecord;
  customer: Pick<CustomerRecord, 'name' | 'companyName' | 'email' | 'phone'>;
  address: AddressRecord | null;
  photos: readonly PhotoRecord[];
  brand: {
    name: string;
    country: string;
    language: Language;
    timeZone: string;
    trade: string | null;
    colour: string | null;
  };
  logo: string | null;
}

const photosMax = 20;
// Bounds the pages.
const textLengthMax = 4_000;

export function workReport({
  item,
  customer,
  address,
  photos,
  brand,
  logo,
}: ReportRecords): WorkReport {
  const words = wordsIn[brand.language];
  const stored = photos.flatMap(({ assetId, contentType }) =>
    assetId === null || contentType === documentType ? [] : assetId,
  );
  const leftOut = stored.length - photosMax;
  const { customerSignature: drawn, signedBy } = item;
  const picture = drawn?.startsWith('data:image/') ? drawn : null;
  const signer = signedBy ?? (picture === null ? drawn : null);
  const facts: [string, string | null][] = [
    [words.customer, [customer.companyName, customer.name].filter(isNew).join('\n')],
    [words.phone, customer.phone],
    [words.address, address && placeOf(address)],
    [words.job, item.title],
    [words.date, datesOf(item, brand)],
    [words.hours, item.hoursWorked],
    [words.amount, item.finalCost === null ? null : moneyText(item.finalCost, brand)],
  ];
  const texts: [string, string | null][] = [
    [words.description, item.description],
    [words.done, item.completionNotes],
    [words.materials, item.materials],
  ];
  return {
    language: brand.language,
    title: words.title,
    brandName: brand.name,
    trade: brand.trade,
    logo,
    colour: brand.colour && coloursOf(brand.colour).onLight,
    facts: factsOf(facts),
    texts: factsOf(texts),
    photosHeading: words.photos,
    assetIds: stored.slice(0, photosMax),
    photosLeftOut: leftOut > 0 ? words.leftOut(leftOut) : null,
    signature:
      picture === null && signer === null
        ? null
        : { heading: words.signature, picture, text: signer },
    fileName: `${words.fileName}-${item.id.slice(-6)}.pdf`,
    email: cleanEmail(customer.email) || null,
  };
}

function isNew(text: string, index: number, all: readonly string[]): boolean {
  return text !== '' && all.indexOf(text) === index;
}

function factsOf(facts: readonly [string, string | null][]): ReportFact[] {
  return facts.flatMap(([name, value]) => (value ? [{ name, value: shortened(value) }] : []));
}

function shortened(text: string): string {
  return text.length <= textLengthMax ? text : `${text.slice(0, textLengthMax).toWellFormed()}…`;
}

function placeOf({
  street,
  streetNumber,
  streetNumberAddition,
  postalCode,
  city,
}: AddressRecord): string {
  const first = [street, streetNumber, streetNumberAddition].filter(Boolean).join(' ');
  const second = [postalCode, city].filter(Boolean).join(' ');
  return [first, second].filter(Boolean).join('\n');
}

function datesOf(
  { actualStart, actualEnd, scheduledStart }: WorkItemRecord,
  { language, timeZone }: ReportRecords['brand'],
): string | null {
  const format = new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone });
  const first = actualStart ?? scheduledStart ?? actualEnd;
  if (first === null) return null;
  return format.formatRange(first, Math.max(first, actualEnd ?? first));
}

function moneyText(cents: number, { country, language }: ReportRecords['brand']): string {
  const currency = currencyOf(country);
  const options = currency
    ? ({ style: 'currency', currency } as const)
    : { minimumFractionDigits: 2 };
  return new Intl.NumberFormat(locales[language], options).format(cents / 100);
}

const locales: Readonly<Record<Language, string>> = { en: 'en-GB', nl: 'nl-NL' };

const wordsIn = {
  en: {
    title: 'Work report',
    fileName: 'work-report',
    customer: 'Customer',
    phone: 'Phone',
    address: 'Address',
    job: 'Job',
    date: 'Date',
    hours: 'Hours',
    amount: 'Amount',
    description: 'Description',
    done: 'Work done',
    materials: 'Materials',
    photos: 'Photos',
    signature: 'Signature',
    leftOut: (count: number) =>
      `${count} more ${count === 1 ? 'photo is' : 'photos are'} not shown.`,
  },
  nl: {
    title: 'Werkbon',
    fileName: 'werkbon',
    customer: 'Klant',
    phone: 'Telefoon',
    address: 'Adres',
    job: 'Klus',
    date: 'Datum',
    hours: 'Uren',
    amount: 'Bedrag',
    description: 'Omschrijving',
    done: 'Uitgevoerd werk',
    materials: 'Materiaal',
    photos: 'Foto’s',
    signature: 'Handtekening',
    leftOut: (count: number) =>
      `Nog ${count} ${count === 1 ? 'foto is' : 'foto’s zijn'} niet afgebeeld.`,
  },
} as const;
