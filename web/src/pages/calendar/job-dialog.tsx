// A job in the calendar: a link to its page, and a form to reschedule it.
import { Anchor, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import type { ListedWorkItem } from '../../../../sdk/src/index.ts';
import type { SentForm } from '../../app/outbox/outbox.ts';
import PlanDialog from '../../parts/plan-dialog.tsx';
import { planWords } from '../../parts/plan-words.ts';
import type { PlanPeople } from '../../parts/plan-people.ts';
import type { Plan } from '../../parts/plan-times.ts';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { useWords } from '../../words/words.ts';
import { calendarWords } from './calendar-words.ts';

interface JobDialogProps {
  job: ListedWorkItem;
  people: PlanPeople;
  onPlan: (plan: Plan, assigneeId: string | null, form: SentForm) => Promise<void>;
  onClose: () => void;
}

export default function JobDialog(props: JobDialogProps): ReactNode {
  const { job, people, onPlan, onClose } = props;
  const [assigneeId, setAssigneeId] = useState(job.assigneeId);
  const sayPlan = useWords(planWords);
  const say = useWords(calendarWords);
  const { id, title, customer, address, status } = job;
  const place = [address?.street, address?.streetNumber, address?.city].filter(Boolean).join(' ');
  return (
    <PlanDialog
      title={say(status === 'pending' ? 'plan' : 'reschedule')}
      job={{ ...job, assigneeId }}
      onPlan={(plan, form) => onPlan(plan, assigneeId, form)}
      onClose={onClose}
    >
      <Stack gap={4}>
        <Text fw={600}>{title}</Text>
        <Text>{[customer.name, place].filter(Boolean).join(' · ')}</Text>
        <Group gap="md">
          <StatusBadge status={status} />
          <Anchor component={Link} href={`/jobs/${id}`} className="tall-link" underline="always">
            {say('open')}
          </Anchor>
        </Group>
        {!people.isOnePerson && (
          <NativeSelect
            label={sayPlan('who')}
            value={assigneeId ?? ''}
            onChange={({ currentTarget: { value } }) => setAssigneeId(value || null)}
            data={people
              .choicesFor(job.assigneeId)
              .map(({ id: value, name }) => ({ value: value ?? '', label: name }))}
          />
        )}
      </Stack>
    </PlanDialog>
  );
}
