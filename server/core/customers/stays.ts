// When a customer was at which address: what was told of an address before or after that is of whoever was there then.
import type { Changes } from '../event.ts';
import type { ToldChange } from './former-traits.ts';

interface NumberedChange extends ToldChange {
  position: number;
}

/** From behind an event of the brand up to another. */
interface Stay {
  addressId: string;
  after: number;
  before: number;
}

/** The events are the oldest first, and may be of others too. Who was merged into another one is nowhere. */
export function staysOf(
  customer: { id: string; addressId: string | null; deletedAt: number | null },
  told: readonly NumberedChange[],
): Stay[] {
  const own = told.filter(({ subjectId }) => subjectId === customer.id);
  const stays: Stay[] = [];
  let addressId: unknown = customer.addressId;
  let isThere = customer.deletedAt === null;
  let before = Infinity;
  const begin = (after: number) => {
    if (isThere && typeof addressId === 'string' && addressId !== '') {
      stays.push({ addressId, after, before });
    }
    before = after;
  };
  for (const { position, changes } of own.toReversed()) {
    const { addressId: moved, deletedAt: gone } = JSON.parse(changes ?? '{}') as Changes;
    if (!moved && !gone) continue;
    begin(position);
    if (moved) addressId = moved.before;
    if (gone) isThere = gone.before === null;
  }
  // That it came into being is the first thing that is told of a customer, unless nothing was told yet at that time.
  begin(own.find(({ type }) => type === 'customer.created')?.position ?? 0);
  return stays;
}

export function isDuring(
  stays: readonly Stay[],
  { subjectId, position }: { subjectId: string; position: number },
): boolean {
  return stays.some(
    ({ addressId, after, before }) =>
      addressId === subjectId && position > after && position < before,
  );
}
