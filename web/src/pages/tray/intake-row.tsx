// One intake: who it is from, what they wrote, why it is no lead, and the decisions.
import { Button, Card, Group, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useLocation } from 'wouter';
import { type ErrorDetail, type ListedIntake, ValidationError } from '../../../../sdk/src/index.ts';
import { Icon } from '../../parts/icon.tsx';
import { showError } from '../../parts/show-error.tsx';
import { showAction, showUndo } from '../../parts/show-undo.tsx';
import { readRefusedLead } from '../../parts/refused-lead.ts';
import { useFormat } from '../../words/format.ts';
import { useWords } from '../../words/words.ts';
import { IntakeBadge } from './intake-badge.tsx';
import {
  acceptIntake,
  discardIntake,
  type FoundFields,
  restoreIntake,
  useFoundFields,
  useIntake,
  useReasons,
} from './intake-data.ts';
import { intakeSourceWords, trayWords } from './tray-words.ts';

const CorrectIntake = lazy(() => import('./correct-intake.tsx'));

interface IntakeRowProps {
  intake: ListedIntake;
  channelName: string | null;
}

export function IntakeRow({ intake, channelName }: IntakeRowProps): ReactNode {
  const say = useWords(trayWords);
  const saySource = useWords(intakeSourceWords);
  const format = useFormat();
  const reasonsOf = useReasons();
  const fields = useFoundFields(intake);
  const { source, receivedAt, fileCount } = intake;
  const name = fields.customerName?.trim() || fields.companyName?.trim() || say('noName');
  const contact = [fields.phone, fields.email, placeOf(fields)].filter(Boolean).join(' · ');
  return (
    <Card withBorder padding="md" component="li" aria-label={name}>
      <Group gap="xs" mb={4}>
        <IntakeBadge intake={intake} />
        <Text size="sm">
          {channelName ?? saySource(source)} ·{' '}
          <time dateTime={receivedAt} title={format.dateAndTime(receivedAt)}>
            {format.ago(receivedAt)}
          </time>
        </Text>
      </Group>
      <Title order={2} size="h5" className="tray-text">
        {name}
      </Title>
      {contact && (
        <Text size="sm" className="tray-text">
          {contact}
        </Text>
      )}
      <Words fields={fields} />
      {fileCount > 0 && (
        <Text size="sm" className="tray-files">
          <Icon name="photo" size={16} /> {say('photos', { count: fileCount })}
        </Text>
      )}
      <ul className="tray-reasons">
        {reasonsOf(intake).map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      {intake.reason === 'several_leads' && <Parts id={intake.id} />}
      <Decisions intake={intake} name={name} />
    </Card>
  );
}

function Words({ fields: { title, description } }: { fields: FoundFields }): ReactNode {
  // A form without a title has the first line of its words as the title.
  const isRepeated = description?.trim().startsWith(title?.trim() ?? '') ?? false;
  return (
    <>
      {title && !isRepeated && (
        <Text mt={4} className="tray-text">
          {title}
        </Text>
      )}
      {description && <Text className="tray-text tray-words">{description}</Text>}
    </>
  );
}

/** The leads that accepting it makes. */
function Parts({ id }: { id: string }): ReactNode {
  const say = useWords(trayWords);
  const { parts } = useIntake(id).data ?? {};
  const names = parts?.map((lead) => readRefusedLead(JSON.stringify(lead)).fields.customerName);
  if (!names) return null;
  const shown = names.map((name) => name?.trim() || say('noName')).join(', ');
  return <Text className="tray-text">{say('theseLeads', { names: shown })}</Text>;
}

function placeOf({ street, streetNumber, postalCode, city }: FoundFields): string {
  return [street, streetNumber, postalCode, city].filter(Boolean).join(' ');
}

function Decisions({ intake, name }: { intake: ListedIntake; name: string }): ReactNode {
  const say = useWords(trayWords);
  const [, go] = useLocation();
  const [correcting, setCorrecting] = useState<readonly ErrorDetail[] | null>(null);
  const { id, state } = intake;
  const accepted = (workItemId: string, isSeveral = false) => {
    const done = say(isSeveral ? 'acceptedAll' : 'accepted');
    showAction(done, say('openLead'), () => go(`/leads/${workItemId}`));
  };
  const accept = useMutation({
    mutationFn: () => acceptIntake(id),
    onSuccess: (lead) => accepted(lead.id, intake.reason === 'several_leads'),
    onError: (error) => {
      if (error instanceof ValidationError) setCorrecting(error.details);
      else showError(error);
    },
  });
  const discard = useMutation({
    mutationFn: () => discardIntake(id),
    onSuccess: () => showUndo(say('wasDiscarded'), () => restoreIntake(id)),
    onError: (error) => showError(error),
  });
  const restore = useMutation({
    mutationFn: () => restoreIntake(id),
    onError: (error) => showError(error),
  });
  if (state === 'discarded') {
    return (
      <Button
        mt="sm"
        variant="default"
        loading={restore.isPending}
        onClick={() => restore.mutate()}
        aria-label={say('restoreNamed', { name })}
      >
        {say('restore')}
      </Button>
    );
  }
  const isBusy = accept.isPending || discard.isPending;
  return (
    <Group gap="xs" mt="sm">
      {state === 'held' && (
        <Button
          loading={accept.isPending}
          disabled={isBusy}
          onClick={() => accept.mutate()}
          aria-label={say('acceptNamed', { name })}
        >
          {say('accept')}
        </Button>
      )}
      <Button
        variant={state === 'held' ? 'default' : 'filled'}
        disabled={isBusy}
        onClick={() => setCorrecting([])}
        aria-label={say('correctNamed', { name })}
      >
        {say('correct')}
      </Button>
      <Button
        variant="default"
        loading={discard.isPending}
        disabled={isBusy}
        onClick={() => discard.mutate()}
        aria-label={say('discardNamed', { name })}
      >
        {say('discard')}
      </Button>
      {correcting && (
        <Suspense>
          <CorrectIntake
            intake={intake}
            details={correcting}
            onAccepted={(workItemId) => accepted(workItemId)}
            onClose={() => setCorrecting(null)}
          />
        </Suspense>
      )}
    </Group>
  );
}
