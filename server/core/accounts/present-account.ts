// Sessions and passkeys, as the account's owner sees them.
import { timestamp } from '../timestamp.ts';

interface SessionRecord {
  id: string;
  createdAt: number;
  lastUsedAt: number;
  userAgent: string;
  address: string;
}

export function presentListedSession(session: SessionRecord, currentId: string): object {
  const { id, createdAt, lastUsedAt, userAgent, address } = session;
  return {
    id,
    isCurrent: id === currentId,
    createdAt: timestamp(createdAt),
    lastUsedAt: timestamp(lastUsedAt),
    userAgent,
    address,
  };
}

interface PasskeyRecord {
  id: string;
  name: string;
  createdAt: number;
  lastUsedAt: number | null;
}

export function presentPasskey({ id, name, createdAt, lastUsedAt }: PasskeyRecord): object {
  return { id, name, createdAt: timestamp(createdAt), lastUsedAt: timestamp(lastUsedAt) };
}
