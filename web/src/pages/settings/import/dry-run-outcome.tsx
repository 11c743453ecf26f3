// The preview of an import, row by row; nothing is stored yet.
import { Alert, Anchor, Button, Group, Stack, Table, Text } from '@mantine/core';
import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { VakwerkError } from '../../../../../sdk/src/index.ts';
import { app } from '../../../api/client.ts';
import { queries } from '../../../app/queries.ts';
import { ErrorNote } from '../../../parts/error-note.tsx';
import { Loaded } from '../../../parts/loaded.tsx';
import { useWords } from '../../../words/words.ts';
import { Section } from '../section.tsx';
import { StateBadge } from '../state-badge.tsx';
import { countRows, type CsvTable, rowOf } from './csv-file.ts';
import { type DryRun, importsKey } from './import-record.ts';
import { importWords } from './import-words.ts';
import type { ImportToSend } from './mapping.ts';
import { RowMessages } from './row-messages.tsx';

// A file of 5 MB over a slow line.
const uploadMsMax = 120_000;

// Identify a row to the user.
const namingFields = [['customerName', 'firstName', 'lastName'], ['companyName'], ['title']];

const tones = { new_customer: 'good', existing_customer: 'waiting', refused: 'bad' } as const;

interface PlannedRows {
  wanted: ImportToSend;
  table: CsvTable;
}

type DryRunMutation = UseMutationResult<DryRun, Error, ImportToSend>;

/** A mutation, so that it is not refetched automatically: it sends the whole file. */
export function useDryRun(): DryRunMutation {
  return useMutation({
    mutationFn: (wanted: ImportToSend) =>
      app.once<DryRun>('/imports', { ...wanted, isDryRun: true }, uploadMsMax),
  });
}

interface DryRunOutcomeProps extends PlannedRows {
  dryRun: DryRunMutation;
}

export function DryRunOutcome({ wanted, table, dryRun }: DryRunOutcomeProps): ReactNode {
  const say = useWords(importWords);
  const [, go] = useLocation();
  const start = useMutation({
    mutationFn: () =>
      app.once<{ id: string }>('/imports', { ...wanted, isDryRun: false }, uploadMsMax),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: importsKey });
      go(`/settings/import/${id}`);
    },
  });
  return (
    <Section title={say('outcome')}>
      <Loaded
        query={{ data: dryRun.data, error: dryRun.error, refetch: () => dryRun.mutate(wanted) }}
      >
        {(found) => (
          <Stack>
            <Counts counts={found.counts} makes={wanted.makes} />
            <Rows plan={found} table={table} wanted={wanted} />
            {start.error && <StartError error={start.error} />}
            <Group>
              <Button
                onClick={() => start.mutate()}
                loading={start.isPending}
                disabled={importedRows(found) === 0}
              >
                {say(wanted.makes === 'leads' ? 'start' : 'startCustomers', {
                  count: importedRows(found),
                })}
              </Button>
              {found.counts.refused > 0 && <Text>{say('refusedSkipped')}</Text>}
            </Group>
          </Stack>
        )}
      </Loaded>
    </Section>
  );
}

function StartError({ error }: { error: Error }): ReactNode {
  const say = useWords(importWords);
  const { code, details } = error instanceof VakwerkError ? error : {};
  const id = code === 'imported_already' && details?.[0]?.values['id'];
  if (!id) {
    const isBusy = code === 'imports_running';
    return <ErrorNote error={error} known={isBusy ? { 409: say('importsRunning') } : {}} />;
  }
  return (
    <Alert color="yellow" role="alert">
      {say('sameFile')}{' '}
      <Anchor component={Link} href={`/settings/import/${id}`} inherit underline="always">
        {say('viewImport')}
      </Anchor>
    </Alert>
  );
}

function importedRows({ counts }: DryRun): number {
  return counts.new_customer + counts.existing_customer;
}

function Counts({
  counts,
  makes,
}: Pick<DryRun, 'counts'> & Pick<ImportToSend, 'makes'>): ReactNode {
  const say = useWords(importWords);
  return (
    <Alert role="status">
      {[
        say('countNew', { count: counts.new_customer }),
        say(makes === 'leads' ? 'countExisting' : 'countKnown', {
          count: counts.existing_customer,
        }),
        say('countRefused', { count: counts.refused }),
      ].join(' · ')}
    </Alert>
  );
}

interface RowsProps extends PlannedRows {
  plan: DryRun;
}

function Rows({ plan, table, wanted }: RowsProps): ReactNode {
  const say = useWords(importWords);
  const isCut = plan.rows.length < countRows(table);
  return (
    <>
      {isCut && <Text size="sm">{say('firstRows', { count: plan.rows.length })}</Text>}
      <Table.ScrollContainer minWidth={280} mah="60vh">
        <Table verticalSpacing="xs" stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{say('row')}</Table.Th>
              <Table.Th>{say('who')}</Table.Th>
              <Table.Th>{say('result')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {plan.rows.map(({ row, outcome, customerId, matchedBy, sameAsRow, ...refusal }) => (
              <Table.Tr key={row}>
                <Table.Td>{row}</Table.Td>
                <Table.Td className="settings-wrap">{nameIn(table, wanted, row)}</Table.Td>
                <Table.Td className="settings-wrap">
                  <StateBadge tone={tones[outcome]}>{say(outcome)}</StateBadge>{' '}
                  {[
                    matchedBy && say(matchedBy === 'email' ? 'byEmail' : 'byPhone'),
                    sameAsRow !== null && say('sameAsRow', { row: sameAsRow }),
                  ]
                    .filter(Boolean)
                    .join(', ')}{' '}
                  {customerId && (
                    // In a new tab: leaving this page would lose the file.
                    <Anchor
                      href={`/customers/${customerId}`}
                      target="_blank"
                      rel="noopener"
                      fz="sm"
                      underline="always"
                    >
                      {say('viewCustomer')}
                    </Anchor>
                  )}
                  <RowMessages {...refusal} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </>
  );
}

function nameIn(table: CsvTable, { columns }: ImportToSend, number: number): string {
  const row = rowOf(table, number);
  const valueOf = (field: string) => {
    const column = columns.findIndex((one) => one.field === field);
    return row?.[column] ?? '';
  };
  const parts = namingFields.map((fields) => fields.map(valueOf).filter(Boolean).join(' '));
  return parts.filter(Boolean).join(' · ');
}
