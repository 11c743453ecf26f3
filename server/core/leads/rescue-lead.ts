// What a refused lead becomes with the corrections that were sent for it.
import { jsonDepthMax } from '#contract/limits.ts';
import { isNestedDeeperThan } from '../reading/json-depth.ts';
import { mergePatch } from '../reading/merge-patch.ts';

/** A body that cannot be read as a lead is not corrected but replaced. */
export function correctLead(keptBody: string, corrections: object): unknown {
  const kept = parse(keptBody);
  const isReadable = typeof kept === 'object' && kept !== null && !Array.isArray(kept);
  return mergePatch(isReadable ? kept : {}, corrections);
}

function parse(text: string): unknown {
  if (isNestedDeeperThan(text, jsonDepthMax)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
