// API keys as the API returns them.
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { CurrentKey } from '../../../../../sdk/src/index.ts';
import { app } from '../../../api/client.ts';
import { kinds, queries } from '../../../app/queries.ts';

export type Scope = CurrentKey['scopes'][number];

export interface ApiKey {
  id: string;
  name: string;
  /** Its first characters, to recognise it by. */
  start: string;
  scopes: Scope[];
  personalData: boolean;
  createdAt: string;
  createdBy: { id: string; name: string; hasLeft: boolean } | null;
  expiresAt: string | null;
  lastUsedAt: string | null;
  revokedAt: string | null;
  rotatedTo?: string | null;
}

export interface IssuedKey extends ApiKey {
  key: string;
}

export type KeyState = 'active' | 'ending' | 'expired' | 'revoked';

export function stateOf({ revokedAt, expiresAt, rotatedTo }: ApiKey): KeyState {
  if (revokedAt) return 'revoked';
  if (expiresAt && new Date(expiresAt).getTime() <= Date.now()) return 'expired';
  return rotatedTo ? 'ending' : 'active';
}

const queryKey = [kinds.settings, 'keys'];

/** Newest first. */
export function useKeys(): UseQueryResult<ApiKey[]> {
  return useQuery({
    queryKey,
    queryFn: async () => (await app.get<{ data: ApiKey[] }>('/keys')).data.toReversed(),
  });
}

export function invalidateKeys(): Promise<void> {
  return queries.invalidateQueries({ queryKey });
}
