// Whether the lists show my work or everyone's.
import { remembered } from './remembered.ts';

const whose = remembered('whose', ['everyone', 'mine']);

export type Whose = (typeof whose.values)[number];

export function useWhose(): [Whose, (whose: Whose) => void] {
  return [whose.use(), whose.choose];
}

export const readWhose = whose.read;

/** The filter of a list. */
export function assigneeOf(chosen: Whose): { assigneeId?: 'me' } {
  return chosen === 'mine' ? { assigneeId: 'me' } : {};
}
