// Reads a batch of leads. The leads themselves are read one by one later, so an invalid one affects no
// other.
import { batchLeadsMax } from '#contract/limits.ts';
import { echoed } from '../reading/cut-messages.ts';
import { isObject, nameOfType, notAnObject } from '../reading/read-field.ts';

type BatchReading =
  | { leads: unknown[]; dryRun: boolean; messages?: never }
  | { leads?: never; dryRun?: never; messages: string[] };

export function readLeadBatch(body: unknown): BatchReading {
  if (!isObject(body)) return { messages: [notAnObject(body)] };
  const { leads, dryRun = false, ...rest } = body;
  const messages = Object.keys(rest).map(
    (name) => `${echoed(name)} is not a known field: use leads, dryRun`,
  );
  if (typeof dryRun !== 'boolean') {
    messages.push(`dryRun must be a boolean, got ${nameOfType(dryRun)}`);
  }
  if (!Array.isArray(leads)) {
    messages.push(
      leads === undefined
        ? 'leads is required: send an array of leads'
        : `leads must be an array of leads, got ${nameOfType(leads)}`,
    );
  } else if (leads.length === 0 || leads.length > batchLeadsMax) {
    messages.push(`leads must have 1 to ${batchLeadsMax} items, got ${leads.length}`);
  }
  if (messages.length > 0) return { messages };
  return { leads: leads as unknown[], dryRun: dryRun as boolean };
}
