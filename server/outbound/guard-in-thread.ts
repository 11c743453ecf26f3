import { readNetworks } from '#core/networks.ts';
import { createGuard, type Guard, type GuardOptions } from './guard.ts';

/** With networks as text: structured clone would strip their methods. */
export interface GuardSettings extends Omit<GuardOptions, 'trustedNetworks'> {
  trustedNetworks: readonly string[];
}

export function guardOf({ trustedNetworks, ...rest }: GuardSettings): Guard {
  const networks = readNetworks(trustedNetworks.join(','));
  if ('refusal' in networks) throw new Error(networks.refusal);
  return createGuard({ ...rest, trustedNetworks: networks });
}
