// Applies corrections to the stored body of a refused lead.
import { jsonDepthMax, jsonFieldsMax, jsonValuesMax } from '#contract/limits.ts';
import { limitExceededBy } from '../reading/json-limits.ts';
import { mergePatch } from '../reading/merge-patch.ts';

const limits = {
  depthMax: jsonDepthMax,
  fieldsMax: jsonFieldsMax,
  valuesMax: jsonValuesMax,
};

/** Corrections replace a body that is not a JSON object: a merge patch starts from an empty object. */
export function correctLead(keptBody: string, corrections: object): unknown {
  return mergePatch(parse(keptBody), corrections);
}

function parse(text: string): unknown {
  if (limitExceededBy(text, limits) !== null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
