// Saves what was edited, unless somebody else changed the same meanwhile: then it shows what they made of it.
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
// Who is always late is shown why.
const attemptsMax = 3;

/** `opened` is the record as it was when editing began. */
export function useSaving(opened: ReadItem, onDone: () => void): Saving {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [newer, setNewer] = useState<ReadItem | null>(null);

  const save = async (patch: WorkItemPatch) => {
    setIsBusy(true);
    setError(null);
    try {
      const theirs = await saveOver(newer ?? opened, patch);
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

/**
 * The record as somebody else has made it, when they were first with one of these fields. What was changed elsewhere in
 * it, by another form of this page for one, is in nobody's way.
 */
async function saveOver(seen: ReadItem, patch: WorkItemPatch): Promise<ReadItem | null> {
  let last = seen;
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    if (await isSavedOver(seen.item.id, patch, last.version)) return null;
    last = await readAnew(seen.item.id);
    if (isTouched(seen.item, last.item, patch)) break;
  }
  return last;
}

function isTouched(before: WorkItem, now: WorkItem, patch: WorkItemPatch): boolean {
  const fields = Object.keys(patch) as (keyof WorkItem & keyof WorkItemPatch)[];
  return fields.some((field) => {
    const text = JSON.stringify(now[field]);
    // What stands there already may have been saved by this very form, whose answer got lost.
    return text !== JSON.stringify(before[field]) && text !== JSON.stringify(patch[field]);
  });
}

/** False when it has another version by now. */
async function isSavedOver(id: string, patch: WorkItemPatch, version: string): Promise<boolean> {
  try {
    await changeItem(id, patch, version);
    return true;
  } catch (problem) {
    if (problem instanceof VakwerkError && problem.status === changedMeanwhile) return false;
    throw problem;
  }
}
