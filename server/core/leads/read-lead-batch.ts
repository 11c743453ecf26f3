// Reads a batch of leads. The leads themselves are read one by one later, so an invalid one affects no
// other.
import { batchLeadsMax } from '#contract/limits.ts';
import { echoed } from '../reading/cut-messages.ts';
import { type FieldMessage, about } from '../reading/field-message.ts';
import { isObject, nameOfType, notAnObject } from '../reading/read-field.ts';

type BatchReading =
  | { leads: unknown[]; dryRun: boolean; messages?: never }
  | { leads?: never; dryRun?: never; messages: FieldMessage[] };

export function readLeadBatch(body: unknown): BatchReading {
  if (!isObject(body)) return { messages: [notAnObject(body)] };
  const { leads, dryRun = false, ...rest } = body;
  const messages = Object.keys(rest).map((name) =>
    about(echoed(name), 'unknown', 'is not a known field: use leads, dryRun'),
  );
  if (typeof dryRun !== 'boolean') {
    const text = `must be a boolean, got ${nameOfType(dryRun)}`;
    messages.push(about('dryRun', 'wrong_type', text));
  }
  if (!Array.isArray(leads)) {
    messages.push(
      leads === undefined
        ? about('leads', 'required', 'is required: send an array of leads')
        : about('leads', 'wrong_type', `must be an array of leads, got ${nameOfType(leads)}`),
    );
  } else if (leads.length === 0 || leads.length > batchLeadsMax) {
    const text = `must have 1 to ${batchLeadsMax} items, got ${leads.length}`;
    const rule = leads.length === 0 ? 'too_few_items' : 'too_many_items';
    messages.push(about('leads', rule, text, { min: 1, max: batchLeadsMax }));
  }
  if (messages.length > 0) return { messages };
  return { leads: leads as unknown[], dryRun: dryRun as boolean };
}
