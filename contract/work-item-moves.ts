// The allowed status transitions. The rules, the diagram in the docs and the web app's buttons all derive
// from this table.
import { jobStatuses, leadStatuses, type Phase, type Status } from './work-item-lists.ts';

const insideLeadPhase = (from: Status): Status[] => leadStatuses.filter((to) => to !== from);
const openLead = (from: Status): Status[] => [...insideLeadPhase(from), 'pending', 'scheduled'];

export const movesFrom: Readonly<Record<Status, readonly Status[]>> = {
  request: openLead('request'),
  contacted: openLead('contacted'),
  quote_sent: openLead('quote_sent'),
  inspection: openLead('inspection'),
  lost: insideLeadPhase('lost'),
  pending: ['scheduled', 'in_progress', 'cancelled'],
  scheduled: ['pending', 'in_progress', 'cancelled'],
  in_progress: ['completed', 'cancelled'],
  completed: ['in_progress'],
  cancelled: ['pending'],
};

export function phaseOf(status: Status): Phase {
  return (jobStatuses as readonly Status[]).includes(status) ? 'job' : 'lead';
}

/** Whether a move to this status may have a reason. */
export function takesReason(status: Status): boolean {
  return status === 'lost' || status === 'cancelled';
}
