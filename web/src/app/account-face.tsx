import { Avatar, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMember } from './session.ts';

export function AccountFace(): ReactNode {
  const { account } = useMember();
  const name = account.name || account.email;
  return (
    <>
      <Avatar radius="xl" name={name} color="petrol" size={36} />
      <VisuallyHidden>{name}</VisuallyHidden>
    </>
  );
}
