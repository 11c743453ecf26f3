// Saves an edit, and holds the other version on a conflict.
import { useState } from 'react';
import type { WorkItem, WorkItemPatch } from '../../../../sdk/src/index.ts';
import { saveIfUnchanged } from '../../parts/save-if-unchanged.ts';
import { changeItem, readUncached, type ReadItem } from './item-data.ts';

export interface Saving {
  isBusy: boolean;
  error: unknown;
  /** The conflicting version; saving again overwrites it. */
  theirs: WorkItem | null;
  save: (patch: WorkItemPatch) => Promise<void>;
}

/** `before` is the record as it was when editing began: `opened` may be newer than a draft. */
export function useSaving(
  opened: ReadItem,
  { before, onDone }: { before: object; onDone: () => void },
): Saving {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [newer, setNewer] = useState<ReadItem | null>(null);

  const save = async (patch: WorkItemPatch) => {
    setIsBusy(true);
    setError(null);
    try {
      const { id } = opened.item;
      const theirs = await saveIfUnchanged(newer ?? opened, {
        patch,
        seen: newer?.item ?? before,
        save: ({ version }) => changeItem(id, patch, version),
        readUncached: () => readUncached(id),
        fieldsOf: ({ item }) => item,
      });
      if (theirs) setNewer(theirs);
      else onDone();
    } catch (problem) {
      setError(problem);
    } finally {
      setIsBusy(false);
    }
  };

  return { isBusy, error, theirs: newer?.item ?? null, save };
}
