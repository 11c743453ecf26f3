// The periods during which a customer had an address. Events of the address outside them concern others.
import type { Changes } from '../event.ts';
import type { RecordedChange } from './former-traits.ts';

interface NumberedChange extends RecordedChange {
  position: number;
}

/** The period between two event positions of the brand, both exclusive. */
interface Stay {
  addressId: string;
  after: number;
  before: number;
}

/**
 * Events must be oldest first, and may include those of other records. A customer that was merged into
 * another one has no address.
 */
export function staysOf(
  customer: { id: string; addressId: string | null; deletedAt: number | null },
  events: readonly NumberedChange[],
): Stay[] {
  const own = events.filter(({ subjectId }) => subjectId === customer.id);
  const stays: Stay[] = [];
  let addressId: unknown = customer.addressId;
  let isPresent = customer.deletedAt === null;
  let before = Infinity;
  const begin = (after: number) => {
    if (isPresent && typeof addressId === 'string' && addressId !== '') {
      stays.push({ addressId, after, before });
    }
    before = after;
  };
  for (const { position, changes } of own.toReversed()) {
    const { addressId: moved, deletedAt: deleted } = JSON.parse(changes ?? '{}') as Changes;
    if (!moved && !deleted) continue;
    begin(position);
    if (moved) addressId = moved.before;
    if (deleted) isPresent = deleted.before === null;
  }
  // Without a creation event, the customer has always been there.
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
