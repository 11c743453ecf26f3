// Chooses who does a lead or job: the same control on cards, pages and in the calendar.
import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMember } from '../app/session.ts';
import { useWords } from '../words/words.ts';
import { AssigneeFace } from './assignee-face.tsx';
import { assigneeWords } from './assignee-words.ts';
import { usePeopleInOrder } from './people.ts';

interface AssigneeSelectProps {
  assigneeId: string | null;
  onAssign: (assigneeId: string | null) => void;
}

export function AssigneeSelect({ assigneeId, onAssign }: AssigneeSelectProps): ReactNode {
  const say = useWords(assigneeWords);
  const { account } = useMember();
  const people = usePeopleInOrder();
  const nameOf = ({ id, name }: { id: string; name: string }) => {
    const shown = name || say('nameless');
    return id === account.id ? say('you', { name: shown }) : shown;
  };
  // Somebody who left is shown where they are named, and nowhere else.
  const choices = people.filter(({ id, hasLeft }) => !hasLeft || id === assigneeId);
  return (
    <NativeSelect
      label={say('label')}
      leftSection={assigneeId && <AssigneeFace assigneeId={assigneeId} />}
      value={assigneeId ?? ''}
      onChange={({ currentTarget }) => onAssign(currentTarget.value || null)}
      data={[
        { value: '', label: say('nobody') },
        ...choices.map((person) => ({ value: person.id, label: nameOf(person) })),
      ]}
    />
  );
}
