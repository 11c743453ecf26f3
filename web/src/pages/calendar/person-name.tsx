import type { ReactNode } from 'react';
import type { PlanPerson } from '../../parts/plan-people.ts';
import '../../parts/assignee.css';

/** The name, behind a dot in the person's colour. */
export function PersonName({ person }: { person: PlanPerson }): ReactNode {
  return (
    <span className="calendar-person" data-person={person.colour} title={person.name}>
      {person.name}
    </span>
  );
}
