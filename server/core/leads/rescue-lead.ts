// What a refused lead becomes with the corrections that were sent for it.
import { jsonDepthMax, jsonFieldsMax, jsonValuesMax } from '#contract/limits.ts';
import { limitExceededBy } from '../reading/json-limits.ts';
import { mergePatch } from '../reading/merge-patch.ts';

const limits = {
  depthMax: jsonDepthMax,
  fieldsMax: jsonFieldsMax,
  valuesMax: jsonValuesMax,
};

/** A body that cannot be read as a lead is not corrected but replaced. */
export function correctLead(keptBody: string, corrections: object): unknown {
  const kept = parse(keptBody);
  const isReadable = typeof kept === 'object' && kept !== null && !Array.isArray(kept);
  return mergePatch(isReadable ? kept : {}, corrections);
}

function parse(text: string): unknown {
  if (limitExceededBy(text, limits) !== null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
