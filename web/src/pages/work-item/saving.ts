// Saves what was edited, unless somebody else changed the same meanwhile: then it shows what they made of it.
import { useState } from 'react';
import type { WorkItem, WorkItemPatch } from '../../../../sdk/src/index.ts';
import { saveOver } from '../../parts/save-over.ts';
import { changeItem, readAnew, type ReadItem } from './item-data.ts';

export interface Saving {
  isBusy: boolean;
  error: unknown;
  /** What somebody else made of it; whoever saves again has seen it. */
  theirs: WorkItem | null;
  save: (patch: WorkItemPatch) => Promise<void>;
}

/** `opened` is the record as it was when editing began. */
export function useSaving(opened: ReadItem, onDone: () => void): Saving {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [newer, setNewer] = useState<ReadItem | null>(null);

  const save = async (patch: WorkItemPatch) => {
    setIsBusy(true);
    setError(null);
    try {
      const { id } = opened.item;
      const theirs = await saveOver(newer ?? opened, {
        patch,
        save: ({ version }) => changeItem(id, patch, version),
        readAnew: () => readAnew(id),
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
