// Sends one item of the outbox.
import { responseOf, type WorkItem } from '../../../../sdk/src/index.ts';
import { client, uncachedClient } from '../../api/client.ts';
import { readUncached, sendChange } from '../../pages/work-item/item-data.ts';
import { saveIfUnchanged } from '../../parts/save-if-unchanged.ts';
import type { ChangeContent, OutboxItem, Problem } from './outbox-item.ts';

// On a slow line, a large photo takes minutes.
const photoMsMax = 5 * 60_000;

interface SendOptions {
  /** The member has just made it, and waits. */
  isLive: boolean;
  signal: AbortSignal;
}

/** Returns a conflict; throws when the item could not be sent. */
export async function sendItem(item: OutboxItem, options: SendOptions): Promise<Problem | null> {
  const { content, key } = item;
  const { signal } = options;
  const once = { idempotencyKey: key, signal };
  const workItemId = item.workItemId ?? '';
  switch (content.kind) {
    case 'note':
      await client.workItems.addNote(workItemId, { text: content.text }, once);
      return null;
    case 'photo': {
      const sent = { ...once, timeoutMs: photoMsMax };
      await client.workItems.addPhotos(workItemId, [content.file], sent);
      // The page has the photo before its upload is gone; if it cannot be read, an event reports it later.
      await readUncached(workItemId).catch(() => {});
      return null;
    }
    case 'lead':
      await client.leads.create(content.lead, once);
      return null;
    case 'change':
      return changeUnlessConflict(workItemId, content, options);
  }
}

interface Read {
  fields: object;
  version: string;
}

async function changeUnlessConflict(
  id: string,
  { patch, seen, version, isDirect }: ChangeContent,
  { isLive, signal }: SendOptions,
): Promise<Problem | null> {
  if (isLive && isDirect) {
    await sendChange(id, patch, { signal });
    return null;
  }
  const read = async (): Promise<Read> => {
    const item = await uncachedClient.workItems.get(id, { signal });
    return { fields: item, version: responseOf(item)?.etag ?? '' };
  };
  const known = version === null ? await read() : { fields: seen, version };
  const theirs = await saveIfUnchanged<Read>(known, {
    patch,
    seen,
    save: (over) => sendChange(id, patch, { ifMatch: over.version, signal }),
    readUncached: read,
    fieldsOf: ({ fields }) => fields,
  });
  return theirs && { kind: 'conflict', theirs: theirs.fields as WorkItem, version: theirs.version };
}
