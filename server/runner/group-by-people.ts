import type { LeadRequest } from '#actions/leads/create-leads.ts';
import { personLocks } from '#core/customers/person-locks.ts';

export interface LeadGroup<Lead> {
  /** What stands for them when leads are made. */
  people: Set<string>;
  leads: Lead[];
}

/** Leads that are, directly or over others, of people in common. */
export function groupByPeople<Lead extends { request: LeadRequest }>(
  leads: readonly Lead[],
): LeadGroup<Lead>[] {
  const groupOf = new Map<string, LeadGroup<Lead>>();
  for (const lead of leads) {
    const people = personLocks(lead.request.brandId, lead.request.lead);
    const known = people.map((one) => groupOf.get(one)).filter((one) => one !== undefined);
    const [group = noneYet<Lead>(), ...others] = new Set(known);
    for (const other of others) group.leads.push(...other.leads);
    for (const one of [...people, ...others.flatMap((other) => [...other.people])]) {
      group.people.add(one);
      groupOf.set(one, group);
    }
    group.leads.push(lead);
  }
  return [...new Set(groupOf.values())];
}

function noneYet<Lead>(): LeadGroup<Lead> {
  return { people: new Set(), leads: [] };
}
