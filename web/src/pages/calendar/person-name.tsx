import type { ReactNode } from 'react';
import type { PlanPerson } from '../../parts/plan-people.ts';
import { colorsOf } from './job-box.tsx';

/** The name, behind a dot in the person's colour. */
export function PersonName({ person }: { person: PlanPerson }): ReactNode {
  return (
    <span className="calendar-person" style={colorsOf(person.color)}>
      {person.name}
    </span>
  );
}
