// Saves what was edited, unless somebody else was first: then it shows what they made of it.
import { useState } from 'react';
import { type WorkItem, VakwerkError, type WorkItemPatch } from '../../../../sdk/src/index.ts';
import { changeItem, readAnew, type ReadItem } from './item-data.ts';

export interface Conflict {
  theirs: WorkItem;
  patch: WorkItemPatch;
  saveMine: () => Promise<void>;
}

interface Saving {
  isBusy: boolean;
  error: unknown;
  conflict: Conflict | null;
  save: (patch: WorkItemPatch) => Promise<void>;
}

const changedMeanwhile = 412;

/** `opened` is the record as it was when editing began. */
export function useSaving(opened: ReadItem, onDone: () => void): Saving {
  const { id } = opened.item;
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);

  const saveOver = async (patch: WorkItemPatch, version: string) => {
    setIsBusy(true);
    setError(null);
    try {
      await changeItem(id, patch, version);
      onDone();
    } catch (problem) {
      if (problem instanceof VakwerkError && problem.status === changedMeanwhile) {
        const { item: theirs, version: newest } = await readAnew(id);
        setConflict({ theirs, patch, saveMine: () => saveOver(patch, newest) });
      } else {
        setError(problem);
      }
    }
    setIsBusy(false);
  };

  return { isBusy, error, conflict, save: (patch) => saveOver(patch, opened.version) };
}
