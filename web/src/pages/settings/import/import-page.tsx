// An import: its progress, refused rows, and undo.
import { Anchor, Button, Card, Group, Progress, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'wouter';
import { app } from '../../../api/client.ts';
import { kinds, queries, invalidate } from '../../../app/queries.ts';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import { Loaded } from '../../../parts/loaded.tsx';
import { PageTitle } from '../../../parts/page-title.tsx';
import { useFormat } from '../../../words/format.ts';
import { useWords } from '../../../words/words.ts';
import { BackLink } from '../../../parts/back-link.tsx';
import { Section } from '../section.tsx';
import { StateBadge } from '../state-badge.tsx';
import {
  type ImportRecord,
  importsKey,
  importTones,
  canBeUndone,
  isInProgress,
  type Refusal,
  type WholeImport,
} from './import-record.ts';
import { importWords, summaryOf } from './import-words.ts';
import { RowMessages } from './row-messages.tsx';

const pollMs = 1_000;

export function ImportPage({ id }: { id: string }): ReactNode {
  const say = useWords(importWords);
  const record = useQuery({
    queryKey: [...importsKey, 'one', id],
    queryFn: () => app.get<WholeImport>(`/imports/${encodeURIComponent(id)}`),
    refetchInterval: ({ state }) => (state.data && isInProgress(state.data) ? pollMs : false),
  });
  const status = record.data?.status;
  useEffect(() => {
    if (status) void queries.invalidateQueries({ queryKey: importsKey, exact: true });
  }, [status]);
  return (
    <>
      <BackLink href="/settings/import">{say('back')}</BackLink>
      <PageTitle title={record.data?.fileName ?? say('title')}>
        {status && <StateBadge tone={importTones[status]}>{say(status)}</StateBadge>}
      </PageTitle>
      <Loaded query={record}>
        {(found) => (
          <Stack>
            <ImportProgress record={found} />
            {found.refusals.length > 0 && <Refusals refusals={found.refusals} />}
            {found.keptRows.length > 0 && <KeptRows rows={found.keptRows} />}
            <NextSteps record={found} />
          </Stack>
        )}
      </Loaded>
    </>
  );
}

function ImportProgress({ record }: { record: ImportRecord }): ReactNode {
  const say = useWords(importWords);
  const format = useFormat();
  const { makes, created, refused, createdAt, undo } = record;
  const rows = undo ? created : record.rows;
  const undoneRows =
    undo && (makes === 'leads' ? undo.removed + undo.kept : undo.archivedCustomers);
  const done = undoneRows ?? record.done;
  const progress = say('progress', { done: format.number(done), rows: format.number(rows) });
  const { removed = 0, kept = 0, archivedCustomers: customers = 0 } = undo ?? {};
  return (
    <Card withBorder padding="md">
      <Stack gap="xs">
        <Text size="sm">{format.dateAndTime(createdAt)}</Text>
        <Progress
          value={rows === 0 ? 100 : (done / rows) * 100}
          size="lg"
          aria-label={progress}
          animated={isInProgress(record)}
        />
        <Text role="status">
          {progress} · {say(summaryOf[makes], { created, refused })}
        </Text>
        {undo && (
          <Text>
            {makes === 'leads'
              ? say('undoSummary', { removed, kept, customers })
              : say('undoCustomersSummary', { customers })}
          </Text>
        )}
      </Stack>
    </Card>
  );
}

function Refusals({ refusals }: { refusals: Refusal[] }): ReactNode {
  const say = useWords(importWords);
  return (
    <Section title={say('refusals')}>
      <Table verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{say('row')}</Table.Th>
            <Table.Th>{say('reason')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {refusals.map(({ row, ...refusal }) => (
            <Table.Tr key={row}>
              <Table.Td>{row}</Table.Td>
              <Table.Td className="settings-wrap">
                <RowMessages {...refusal} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Section>
  );
}

function KeptRows({ rows }: { rows: WholeImport['keptRows'] }): ReactNode {
  const say = useWords(importWords);
  return (
    <Section title={say('kept')}>
      <Stack gap="xs" align="flex-start">
        {rows.map(({ row, workItemId }) =>
          workItemId === null ? (
            <Text key={row}>{say('keptRowGone', { row })}</Text>
          ) : (
            <Anchor key={row} component={Link} href={`/leads/${workItemId}`}>
              {say('keptRow', { row })}
            </Anchor>
          ),
        )}
      </Stack>
    </Section>
  );
}

function NextSteps({ record }: { record: ImportRecord }): ReactNode {
  const say = useWords(importWords);
  const undo = async () => {
    await app.once(`/imports/${record.id}/undo`);
    await queries.invalidateQueries({ queryKey: importsKey });
    await invalidate(isOfLeads ? kinds.workItems : kinds.customers);
  };
  const isOfLeads = record.makes === 'leads';
  return (
    <Group>
      <Button component={Link} href={isOfLeads ? '/leads' : '/customers'}>
        {say(isOfLeads ? 'toLeads' : 'toCustomers')}
      </Button>
      {canBeUndone(record) && (
        <ConfirmButton
          label={say(record.status === 'running' ? 'stopAndUndo' : 'undo')}
          title={say('undoTitle')}
          text={say(isOfLeads ? 'undoText' : 'undoCustomersText')}
          onConfirm={undo}
        />
      )}
    </Group>
  );
}
