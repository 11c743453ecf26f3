// Request bodies as callers may send them. The contract describes what the readers return; here
// follows what they take besides: null and blank text where a field may be empty or left out, and
// spaces around it.
import type { TObject, TSchema } from 'typebox';
import { hasVisible, isBlank, isSpacedEmail, isSpacedOneOf } from './text-patterns.ts';

type Reader = 'strict' | 'lenient' | 'submission';

/** For bodies that `readBody` reads: a blank text empties a nullable field, as null does. */
export function strictBody<S extends TObject>(body: S, keywords: object = {}): S {
  return { ...withFields(body, 'strict'), additionalProperties: false, ...keywords };
}

/** For new records: an optional field that is null or blank counts as omitted. */
export function lenientBody<S extends TObject>(body: S): S {
  return { ...withFields(body, 'lenient'), additionalProperties: false };
}

/** For leads, which also keep fields that the contract does not name, and skip blank tags. */
export function submission<S extends TObject>(body: S): S {
  return { ...withFields(body, 'submission'), additionalProperties: true };
}

interface Field {
  type?: string | string[] | undefined;
  anyOf?: Field[];
  description?: string | undefined;
  enum?: string[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  items?: Field;
}

function withFields<S extends TObject>(body: S, reader: Reader): S {
  const required = (body.required ?? []) as string[];
  const fields = Object.entries<TSchema>(body.properties).map(([name, field]) => {
    const isOmittable = reader !== 'strict' && !required.includes(name);
    return [name, asSent(withItems(field, reader), isOmittable)];
  });
  return { ...body, properties: Object.fromEntries(fields) };
}

function withItems(field: Field, reader: Reader): Field {
  const { items } = field;
  if (items?.minLength === undefined) return field;
  const { minLength: _none, ...text } = items;
  const blankToo = { ...text, type: ['string', 'null'] };
  return { ...field, items: reader === 'submission' ? blankToo : notBlank(items) };
}

function asSent(declared: Field, isOmittable: boolean): Field {
  const types = [declared.type ?? []].flat();
  const mayBeNull = isOmittable || types.includes('null') || declared.anyOf !== undefined;
  if (!mayBeNull) return 'minLength' in declared ? notBlank(declared) : declared;
  const type = types.find((one) => one !== 'null');
  const { description, ...value } = declared.anyOf?.[0] ?? { ...declared, type };
  const isText = type === 'string';
  // Null means more than empty: `readBody` refuses a blank.
  if (isText && !isOmittable && 'minLength' in value) return notBlank(declared);
  if (isText && !limitsOfText.some((keyword) => keyword in value)) {
    return { ...declared, type: ['string', 'null'] };
  }
  if (!isText && !isOmittable) return declared;
  return {
    anyOf: [value, blankOrSpaced(value), { type: 'null' }],
    description: declared.description ?? description,
  };
}

const limitsOfText = ['enum', 'format', 'pattern', 'minLength'];

/** Blank text, or the value with spaces around it. */
function blankOrSpaced({ enum: values, format, maxLength }: Field): Field {
  if (values) return { type: 'string', pattern: isSpacedOneOf(values) };
  if (format !== 'idn-email') return { type: 'string', pattern: isBlank };
  return { type: 'string', pattern: isSpacedEmail, ...(maxLength && { maxLength }) };
}

function notBlank(field: Field): Field {
  const isLimited = ['enum', 'format', 'pattern'].some((keyword) => keyword in field);
  return isLimited ? field : { ...field, pattern: hasVisible };
}
