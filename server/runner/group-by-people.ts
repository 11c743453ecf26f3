import type { LeadRequest } from '#actions/leads/create-leads.ts';
import { personLocks } from '#core/customers/person-locks.ts';

export interface LeadGroup<Lead> {
  /** The keys that are locked while leads of these people are created. */
  people: Set<string>;
  leads: Lead[];
}

/** Groups leads that share people, directly or through other leads. */
export function groupByPeople<Lead extends { request: LeadRequest }>(
  leads: readonly Lead[],
): LeadGroup<Lead>[] {
  const groupOf = new Map<string, LeadGroup<Lead>>();
  for (const lead of leads) {
    const people = personLocks(lead.request.brandId, lead.request.lead);
    const known = people
      .map((person) => groupOf.get(person))
      .filter((group) => group !== undefined);
    const [group = emptyGroup<Lead>(), ...others] = new Set(known);
    for (const other of others) group.leads.push(...other.leads);
    for (const person of [...people, ...others.flatMap((other) => [...other.people])]) {
      group.people.add(person);
      groupOf.set(person, group);
    }
    group.leads.push(lead);
  }
  return [...new Set(groupOf.values())];
}

function emptyGroup<Lead>(): LeadGroup<Lead> {
  return { people: new Set(), leads: [] };
}
