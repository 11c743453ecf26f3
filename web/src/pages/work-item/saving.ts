// Saves what was edited, unless somebody else was first: then it shows what they made of it.
import { useState } from 'react';
import { type WorkItem, VakwerkError, type WorkItemPatch } from '../../../../sdk/src/index.ts';
import { changeItem, readAnew, type ReadItem } from './item-data.ts';

export interface Saving {
  isBusy: boolean;
  error: unknown;
  /** What somebody else made of it; whoever saves again has seen it. */
  theirs: WorkItem | null;
  save: (patch: WorkItemPatch) => Promise<void>;
}

const changedMeanwhile = 412;

/** `opened` is the record as it was when editing began. */
export function useSaving(opened: ReadItem, onDone: () => void): Saving {
  const { id } = opened.item;
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [newer, setNewer] = useState<ReadItem | null>(null);

  const save = async (patch: WorkItemPatch) => {
    setIsBusy(true);
    setError(null);
    try {
      if (await isSavedOver(id, patch, (newer ?? opened).version)) onDone();
      else setNewer(await readAnew(id));
    } catch (problem) {
      setError(problem);
    } finally {
      setIsBusy(false);
    }
  };

  return { isBusy, error, theirs: newer?.item ?? null, save };
}

/** False when somebody else was first. */
async function isSavedOver(id: string, patch: WorkItemPatch, version: string): Promise<boolean> {
  try {
    await changeItem(id, patch, version);
    return true;
  } catch (problem) {
    if (problem instanceof VakwerkError && problem.status === changedMeanwhile) return false;
    throw problem;
  }
}
