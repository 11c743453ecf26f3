// Answers of Typeform and Tally, whose questions have types: the e-mail address is known by its type,
// whatever the question says.
import { isObject } from '../reading/read-field.ts';
import { textAt, textOf } from './field-path.ts';
import type { SentField } from './sent-fields.ts';
import type { UsualField } from './usual-names.ts';

const typeformKinds: Record<string, UsualField> = {
  email: 'email',
  phone_number: 'phone',
  long_text: 'description',
  file_upload: 'photoUrls',
};

/** https://www.typeform.com/developers/webhooks/example-payload/ */
export function typeformFields({ form_response: response }: Record<string, unknown>): SentField[] {
  if (!isObject(response)) return [];
  const questions = questionsIn(response['definition']);
  const answers = Array.isArray(response['answers']) ? (response['answers'] as unknown[]) : [];
  const fields = answers.flatMap((answer) => {
    const texts = typeformTexts(answer);
    if (!isObject(answer) || texts.length === 0) return [];
    const kind = textAt(answer, ['field', 'type']) ?? textAt(answer, ['type']) ?? '';
    const id = textAt(answer, ['field', 'id']) ?? '';
    const ref = textAt(answer, ['field', 'ref']) ?? '';
    const names = [...(questions.get(id) ?? questions.get(ref) ?? []), ref];
    return [{ names, texts, kind: typeformKinds[kind] ?? null }];
  });
  const hidden = isObject(response['hidden']) ? Object.entries(response['hidden']) : [];
  return [
    ...fields,
    ...hidden.flatMap(([name, value]) => {
      const text = textOf(value);
      return text === null ? [] : [{ names: [name], texts: [text] }];
    }),
  ];
}

/** Titles of questions by their id and ref; contact blocks have questions within. */
function questionsIn(definition: unknown): Map<string, string[]> {
  const questions = new Map<string, string[]>();
  const collect = (fields: unknown) => {
    for (const field of Array.isArray(fields) ? (fields as unknown[]) : []) {
      if (!isObject(field)) continue;
      const title = textAt(field, ['title']);
      const names = [title, textAt(field, ['subfield_key'])].filter((name) => name !== null);
      for (const key of ['id', 'ref']) {
        const id = textAt(field, [key]);
        if (id !== null && names.length > 0) questions.set(id, names);
      }
      if (isObject(field['properties'])) collect(field['properties']['fields']);
    }
  };
  if (isObject(definition)) collect(definition['fields']);
  return questions;
}

/** The value is in a field that is named after its type. */
function typeformTexts(answer: unknown): string[] {
  const type = textAt(answer, ['type']) ?? '';
  if (type === 'choices') {
    const labels = isObject(answer) && isObject(answer['choices']) ? answer['choices'] : {};
    return [labels['labels'], labels['other']].flat().flatMap((one) => textOf(one) ?? []);
  }
  const text =
    textAt(answer, [type]) ?? textAt(answer, [type, 'label']) ?? textAt(answer, [type, 'other']);
  return text === null ? [] : [text];
}

const tallyKinds: Record<string, UsualField> = {
  INPUT_EMAIL: 'email',
  INPUT_PHONE_NUMBER: 'phone',
  TEXTAREA: 'description',
  FILE_UPLOAD: 'photoUrls',
};

/** https://tally.so/help/webhooks */
export function tallyFields({ data }: Record<string, unknown>): SentField[] {
  const sent: unknown = isObject(data) ? data['fields'] : null;
  const fields = Array.isArray(sent) ? (sent as unknown[]) : [];
  // Checkboxes come a second time, as one boolean for each option.
  const keys = new Set(fields.map((field) => textAt(field, ['key'])));
  const isOption = (key: string) => keys.has(key.slice(0, Math.max(0, key.lastIndexOf('_'))));
  return fields.flatMap((field) => {
    const [key, label, type] = ['key', 'label', 'type'].map((name) => textAt(field, [name]) ?? '');
    if (!isObject(field) || type === 'SIGNATURE' || isOption(key!)) return [];
    const texts = tallyTexts(field);
    return texts.length === 0 ? [] : [{ names: [label!], texts, kind: tallyKinds[type!] ?? null }];
  });
}

/** Chosen options are ids; files are objects with a URL. */
function tallyTexts({ value, options }: Record<string, unknown>): string[] {
  const texts = new Map(
    (Array.isArray(options) ? (options as unknown[]) : []).map((option) => [
      textAt(option, ['id']),
      textAt(option, ['text']),
    ]),
  );
  return [value]
    .flat()
    .flatMap((one) => textOf(one) ?? textAt(one, ['url']) ?? [])
    .map((text) => texts.get(text) ?? text);
}
