// Jotform posts a form whose field `rawRequest` has the answers as JSON.
import { jsonDepthMax, jsonFieldsMax, jsonValuesMax } from '#contract/limits.ts';
import { limitExceededBy } from '../reading/json-limits.ts';
import { isObject } from '../reading/read-field.ts';
import { textOf } from './field-path.ts';
import type { SentField } from './sent-fields.ts';
import type { UsualField } from './usual-names.ts';

const limits = { depthMax: jsonDepthMax, fieldsMax: jsonFieldsMax, valuesMax: jsonValuesMax };
const question = /^q\d+_(.+)$/;
// Parts of its name and address questions.
const partFields: Record<string, UsualField> = {
  first: 'firstName',
  last: 'lastName',
  addr_line1: 'street',
  city: 'city',
  postal: 'postalCode',
  country: 'country',
};

export function jotformFields(body: Record<string, unknown>): SentField[] {
  const answers = Object.entries(answersIn(body));
  return answers.flatMap(([key, value]) => {
    const [, name] = question.exec(key) ?? [];
    if (name !== undefined) return answerFields(words(name), value);
    // Files have the plain name of their question.
    const urls = [value].flat().filter((one) => typeof one === 'string' && /^https?:/.test(one));
    return urls.length > 0 && Array.isArray(value)
      ? [{ names: [words(key)], texts: urls as string[], kind: 'photoUrls' as const }]
      : [];
  });
}

function answersIn(body: Record<string, unknown>): Record<string, unknown> {
  const raw = body['rawRequest'];
  if (isObject(raw)) return raw;
  if (typeof raw !== 'string' || limitExceededBy(raw, limits) !== null) return body;
  try {
    const answers: unknown = JSON.parse(raw);
    return isObject(answers) ? answers : body;
  } catch {
    return body;
  }
}

function answerFields(name: string, value: unknown): SentField[] {
  if (!isObject(value)) {
    const texts = [value].flat().flatMap((one) => textOf(one) ?? []);
    return texts.length === 0 ? [] : [{ names: [name], texts, kind: kindOf(texts.join(', ')) }];
  }
  const parts = Object.entries(value).flatMap(([part, one]) => {
    const text = textOf(one)?.trim();
    return text ? [{ part, text }] : [];
  });
  if (parts.some(({ part }) => part === 'first' || part.startsWith('addr_'))) {
    return parts.map(({ part, text }) => {
      const field = partFields[part];
      return { names: [field ?? `${name} ${part.replaceAll('_', ' ')}`], texts: [text] };
    });
  }
  // A phone number in parts, a date, a time.
  return parts.length === 0
    ? []
    : [{ names: [name], texts: [parts.map(({ text }) => text).join(' ')] }];
}

function kindOf(text: string): UsualField | null {
  if (/^[^\s@]{1,64}@[^\s@]{1,200}$/.test(text.trim())) return 'email';
  return text.includes('\n') ? 'description' : null;
}

/** "soortDak" is "Soort dak". */
function words(name: string): string {
  const text = name.replace(/(?<=\p{Ll})\p{Lu}/gu, (letter) => ` ${letter.toLowerCase()}`);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
