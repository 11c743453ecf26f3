import type { ReactNode } from 'react';
import type { CalendarPerson } from './calendar-people.ts';
import { colorsOf } from './job-box.tsx';

/** The name, behind a dot in the person's colour. */
export function PersonName({ person }: { person: CalendarPerson }): ReactNode {
  return (
    <span className="calendar-person" style={colorsOf(person.color)}>
      {person.name}
    </span>
  );
}
