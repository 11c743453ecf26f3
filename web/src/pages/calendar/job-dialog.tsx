// A job in the calendar: a link to its page, and a form to reschedule it.
import { Anchor, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { ListedWorkItem } from '../../../../sdk/src/index.ts';
import PlanDialog from '../../parts/plan-dialog.tsx';
import type { Plan } from '../../parts/plan-times.ts';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { useWords } from '../../words/words.ts';
import { calendarWords } from './calendar-words.ts';

interface JobDialogProps {
  job: ListedWorkItem;
  onPlan: (plan: Plan) => Promise<void>;
  onClose: () => void;
}

export default function JobDialog({ job, onPlan, onClose }: JobDialogProps): ReactNode {
  const say = useWords(calendarWords);
  const { id, title, customer, address, status, scheduledStart, scheduledEnd } = job;
  const place = [address?.street, address?.streetNumber, address?.city].filter(Boolean).join(' ');
  return (
    <PlanDialog
      title={say(status === 'pending' ? 'plan' : 'reschedule')}
      scheduledStart={scheduledStart}
      scheduledEnd={scheduledEnd}
      onPlan={onPlan}
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
      </Stack>
    </PlanDialog>
  );
}
