// From the JSON that was sent to the leads in it, which are not read yet: a wrong one harms no other.
import { batchLeadsMax } from '#contract/limits.ts';
import { echoed } from '../reading/cut-messages.ts';
import { nameOfType } from '../reading/read-field.ts';

type BatchReading =
  | { leads: unknown[]; dryRun: boolean; messages?: never }
  | { leads?: never; dryRun?: never; messages: string[] };

export function readLeadBatch(body: unknown): BatchReading {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return { messages: [`body must be a JSON object, got ${nameOfType(body)}`] };
  }
  const { leads, dryRun = false, ...rest } = body as Record<string, unknown>;
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
