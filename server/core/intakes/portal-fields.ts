// Reads the formats of lead portals, ad forms and form builders. Each becomes a list of named fields, so
// that questions that a business made up itself end in the description.
import type { Portal } from '#contract/intake-lists.ts';
import { isObject } from '../reading/read-field.ts';
import { textAt, textOf } from './field-path.ts';
import { jotformFields } from './jotform-fields.ts';
import type { SentField } from './sent-fields.ts';
import { tallyFields, typeformFields } from './survey-fields.ts';

/** Empty for a body in another format. */
export function portalFields(portal: Portal, sent: unknown): SentField[] {
  const body = firstOf(sent);
  const lead = isObject(body) && Array.isArray(body['leads']) ? firstOf(body['leads']) : body;
  return isObject(lead) ? readers[portal](lead) : [];
}

/** Make and Zapier can send a list of one. */
function firstOf(sent: unknown): unknown {
  return Array.isArray(sent) ? (sent as unknown[])[0] : sent;
}

const readers: Record<Portal, (body: Record<string, unknown>) => SentField[]> = {
  'google-ads': googleFields,
  angi: angiFields,
  meta: metaFields,
  typeform: typeformFields,
  tally: tallyFields,
  jotform: jotformFields,
};

/** https://developers.google.com/google-ads/webhook/docs/implementation */
function googleFields({ user_column_data: columns }: Record<string, unknown>): SentField[] {
  const fields = asList(columns).flatMap((column) => {
    const id = textAt(column, ['column_id']);
    const label = textAt(column, ['column_name']);
    const text = textAt(column, ['string_value']);
    if (text === null) return [];
    return [{ names: [label || readable(id ?? ''), id ?? ''], texts: [text] }];
  });
  return professionLast(fields);
}

/** What a person does for a living is no title for a job. */
function professionLast(fields: SentField[]): SentField[] {
  const isProfession = ({ names }: SentField) => Number(/^job title$/i.test(names[0] ?? ''));
  return fields.toSorted((one, other) => isProfession(one) - isProfession(other));
}

// Angi leads (formerly HomeAdvisor), and the older format of Angie's List.
const angiNames: Record<string, string[]> = {
  customerName: ['name'],
  firstName: ['firstName', 'FirstName'],
  lastName: ['lastName', 'LastName'],
  email: ['email', 'Email'],
  phone: ['primaryPhone', 'PhoneNumber', 'phone'],
  street: ['address', 'PostalAddress.AddressFirstLine'],
  city: ['city', 'PostalAddress.City'],
  postalCode: ['postalCode', 'PostalAddress.PostalCode'],
  title: ['taskName', 'Category'],
  category: ['taskName', 'Category'],
};
const angiRemarks: Record<string, string[]> = {
  Comments: ['comments', 'Description'],
  Urgency: ['Urgency'],
  'Second line of the address': ['PostalAddress.AddressSecondLine'],
  State: ['stateProvince', 'PostalAddress.State'],
  'Second phone number': ['secondaryPhone'],
};

function angiFields(body: Record<string, unknown>): SentField[] {
  const read = (names: Record<string, string[]>) =>
    Object.entries(names).flatMap(([name, paths]) => {
      const texts = paths.flatMap((path) => textAt(body, path.split('.')) ?? []);
      const text = texts.find((one) => one.trim() !== '');
      return text === undefined ? [] : [{ names: [name], texts: [text] }];
    });
  const answers = asList(body['interview']).flatMap((entry) => {
    const [question, answer] = [textAt(entry, ['question']), textAt(entry, ['answer'])];
    return question && answer ? [{ name: question.replace(/[:?]\s*$/, ''), answer }] : [];
  });
  const remarks = [
    ...read(angiRemarks).map(({ names, texts }) => ({ name: names[0]!, answer: texts[0]! })),
    ...answers,
  ];
  const comments = remarks.find(({ name }) => name === 'Comments');
  const lines = remarks
    .filter((remark) => remark !== comments)
    .map(({ name, answer }) => `${name}: ${answer}`);
  const description = [comments?.answer ?? '', lines.join('\n')].filter((text) => text !== '');
  return [
    ...read(angiNames),
    ...(description.length > 0
      ? [{ names: ['description'], texts: [description.join('\n\n')] }]
      : []),
  ];
}

// Of the ad, not of the person.
const metaTechnical =
  /^(?:id|created_time|is_organic|platform|partner_name|inbox_url|retailer_item_id|vehicle|(?:ad|adset|campaign|form|page|leadgen|lead)_?(?:group)?_?(?:id|name|url)?|.*_(?:id|status))$/i;

/** Lead ads, as Zapier sends them (flat) and as Make and Meta do (`field_data`). */
function metaFields(body: Record<string, unknown>): SentField[] {
  const value = metaValue(body);
  const listed = asList(value['field_data']).flatMap((entry) => {
    const name = textAt(entry, ['name']);
    const values = isObject(entry) ? (entry['values'] ?? entry['value']) : null;
    const texts = asList(values).flatMap((one) => textOf(one) ?? []);
    return name === null || texts.length === 0 ? [] : [{ names: [readable(name)], texts }];
  });
  if (listed.length > 0) return professionLast(listed);
  const flat = isObject(value['field_data'])
    ? value['field_data']
    : isObject(value['data'])
      ? value['data']
      : value;
  const fields = Object.entries(flat).flatMap(([name, one]) => {
    const text = textOf(one);
    return text === null || metaTechnical.test(name)
      ? []
      : [{ names: [readable(name)], texts: [text] }];
  });
  return professionLast(fields);
}

/** The lead itself, within Meta's notification or a wrapper of an automation. */
function metaValue(body: Record<string, unknown>): Record<string, unknown> {
  const entry: unknown = asList(body['entry'])[0];
  const change: unknown = isObject(entry) ? asList(entry['changes'])[0] : null;
  const wrapped = isObject(change) ? change['value'] : (body['leadgen'] ?? body['lead']);
  return isObject(wrapped) ? wrapped : body;
}

function asList(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null ? [] : [value];
}

/** "wat_voor_klus?" is "Wat voor klus?". */
function readable(name: string): string {
  const words = name.replaceAll('_', ' ').trim();
  const plain = words === words.toUpperCase() ? words.toLowerCase() : words;
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}
