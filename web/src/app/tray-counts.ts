// What waits for a decision: the counts of the tray.
import { useQuery } from '@tanstack/react-query';
import { app } from '../api/client.ts';
import { kinds } from './queries.ts';
import { useMember } from './session.ts';

export interface TrayCounts {
  intakes: number;
  duplicates: number;
  doubtful: number;
  /** Channels that went quiet, refuse most, or cannot read their mailbox. */
  channels: readonly object[];
}

/** Owners have the scope `full`. */
export function useMayDecide(): boolean {
  const { scopes } = useMember();
  return scopes.includes('full') || scopes.includes('leads:write');
}

/** Undefined until it is known. */
export function useTrayCounts(): TrayCounts | undefined {
  return useQuery({
    queryKey: [kinds.tray, 'counts'],
    queryFn: () => app.get<TrayCounts>('/tray'),
    enabled: useMayDecide(),
  }).data;
}
