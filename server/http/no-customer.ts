import type { MissingCustomer } from '#actions/customers/get-customer.ts';
import { echoed } from '#core/reading/cut-messages.ts';
import { ApiError } from './refusals/api-error.ts';

export function noCustomer({ id, mergedInto }: Omit<MissingCustomer, 'outcome'>): ApiError {
  const mergeNote = mergedInto === null ? '' : `: it was merged into ${mergedInto}`;
  return new ApiError(404, `There is no customer ${echoed(id)}${mergeNote}`, {
    ...(mergedInto !== null && { code: 'customer_merged', values: { id: mergedInto } }),
  });
}
