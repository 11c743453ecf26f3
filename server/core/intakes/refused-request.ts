// A lead that the API refused, as an intake.
import { jsonDepthMax, jsonFieldsMax, jsonValuesMax } from '#contract/limits.ts';
import { limitExceededBy } from '../reading/json-limits.ts';
import { isObject } from '../reading/read-field.ts';
import type { IntakeRecord, RequestRecord } from '../records.ts';
import { timeOfUuid } from '../uuid-v7.ts';

/** What an intake takes besides its body, roughly: so that small bodies are bounded too. */
export const intakeRowBytes = 500;

const limits = {
  depthMax: jsonDepthMax,
  fieldsMax: jsonFieldsMax,
  valuesMax: jsonValuesMax,
};

/** It has the id of the request. */
export function intakeOfRequest({
  brandId,
  id,
  message,
  body,
}: Pick<RequestRecord, 'brandId' | 'id' | 'message'> & { body: string }): IntakeRecord {
  const isLead = isReadable(body);
  return {
    brandId,
    id,
    channelId: null,
    source: 'api',
    state: 'refused',
    reason: null,
    refusal: message,
    lead: isLead ? body : null,
    sent: null,
    contentType: null,
    body: isLead ? null : body,
    bodyEncoding: 'utf8',
    fileCount: 0,
    workItemId: null,
    onceKey: null,
    visit: null,
    language: null,
    receivedAt: timeOfUuid(id),
    discardedAt: null,
    decidedBy: null,
  };
}

function isReadable(text: string): boolean {
  if (limitExceededBy(text, limits) !== null) return false;
  try {
    return isObject(JSON.parse(text));
  } catch {
    return false;
  }
}
