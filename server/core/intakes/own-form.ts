// Our own page and embed, whose fields have the names of a lead's.
import type { ShownField } from '#contract/channel.ts';
import { formFields } from '#contract/intake-lists.ts';
import { isBlank } from '../reading/clean-text.ts';
import { about, type FieldMessage } from '../reading/field-message.ts';
import { isObject } from '../reading/read-field.ts';
import { asFieldValue } from './field-values.ts';
import { type FoundLead, leadByUsualNames, withSplitAddress } from './known-fields.ts';
import { sentFields } from './sent-fields.ts';

/** To the letter: the API says what is wrong. A copy of the form may have other fields too. */
export function ownFields(sent: unknown): FoundLead {
  const fields = sentFields(sent);
  const lead = leadByUsualNames(fields.filter((field) => leadFieldOf(field.names) === null));
  for (const { names, texts } of fields) {
    const field = leadFieldOf(names);
    const value = field && field !== 'photos' ? asFieldValue(field, texts) : null;
    if (field && field !== 'photos' && value !== null) lead[field] = value;
  }
  return withSplitAddress(lead);
}

function leadFieldOf([name]: readonly string[]) {
  return formFields.find((field) => field === name) ?? null;
}

/** The browser asks for these too, but not every program that fills in the form does. */
export function missingFields(
  shown: readonly ShownField[],
  { sent, fileCount }: { sent: unknown; fileCount: number },
): FieldMessage[] {
  const isMissing = (field: ShownField['field']) =>
    field === 'photos' ? fileCount === 0 : isEmpty(isObject(sent) ? sent[field] : null);
  return shown
    .filter(({ field, isRequired }) => isRequired && isMissing(field))
    .map(({ field }) => about(field, 'required', 'is required'));
}

function isEmpty(value: unknown): boolean {
  return [value ?? ''].flat().every((one) => typeof one === 'string' && isBlank(one));
}
