// What waits for a decision: the counts of the tray.
import { useQuery } from '@tanstack/react-query';
import { app } from '../api/client.ts';
import type { ChannelFigures } from '../../../contract/channel.ts';
import { kinds } from './queries.ts';
import { useMember } from './session.ts';

export interface TrayCounts {
  intakes: number;
  duplicates: number;
  doubtful: number;
  channels: WarnedChannel[];
  /** How long intakes are kept. */
  intakeDays: number;
}

/** A channel that its owner should look at. */
export interface WarnedChannel {
  id: string;
  name: string;
  warning: NonNullable<ChannelFigures['warning']>;
  lastIntakeAt: string | null;
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
