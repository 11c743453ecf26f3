import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { initialsOf } from '../parts/assignee-face.tsx';
import { colourOf, usePeopleInOrder } from '../parts/people.ts';
import { useMember } from './session.ts';

export function AccountFace(): ReactNode {
  const { account } = useMember();
  const people = usePeopleInOrder();
  const name = account.name || account.email;
  return (
    <>
      <span
        className="assignee-face account-face"
        data-person={colourOf(account.id, people)}
        aria-hidden="true"
      >
        {initialsOf(name)}
      </span>
      <VisuallyHidden>{name}</VisuallyHidden>
    </>
  );
}
