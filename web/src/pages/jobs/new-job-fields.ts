// Converts the new-job form into an API request.
import type { NewWorkItem, Priority } from '../../../../sdk/src/index.ts';
import { momentOf } from '../../words/wall-time.ts';

export const customerKinds = ['known', 'fresh'] as const;
export type CustomerKind = (typeof customerKinds)[number];

type Fields = Record<string, string>;

/** Without a `customerId`, the fields describe a new customer. */
export function newJobOf(fields: Fields, customerId: string | null, timeZone: string): NewWorkItem {
  const address = partsOf(fields, 'address.');
  const moment = (name: string) => (fields[name] ? momentOf(fields[name], timeZone) : undefined);
  return {
    title: fields['title'] ?? '',
    ...(customerId ? { customerId } : { customer: { name: '', ...partsOf(fields, 'customer.') } }),
    ...(Object.keys(address).length > 0 && { address }),
    description: fields['description'] || undefined,
    priority: (fields['priority'] || undefined) as Priority | undefined,
    scheduledStart: moment('scheduledStart'),
    scheduledEnd: moment('scheduledEnd'),
    assigneeId: fields['assigneeId'] || undefined,
  };
}

function partsOf(fields: Fields, prefix: string): Fields {
  const filled = Object.entries(fields).filter(
    ([name, value]) => name.startsWith(prefix) && value.trim() !== '',
  );
  return Object.fromEntries(filled.map(([name, value]) => [name.slice(prefix.length), value]));
}
