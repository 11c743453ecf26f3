// Texts for what is wrong with a row.
import type { ErrorDetail } from '../../../../../sdk/src/index.ts';
import { fieldMessage } from '../../../parts/describe-error.ts';
import type { Say } from '../../../words/words.ts';
import { isLeadField, type LeadField } from '../../../parts/lead-fields.ts';

export function rowMessage(detail: ErrorDetail, sayField: Say<LeadField>): string {
  const words = fieldMessage(detail);
  const { field } = detail;
  return field !== null && isLeadField(field) ? `${sayField(field)}: ${words}` : words;
}
