// What an import would do with each row; nothing is stored yet.
import { Alert, Anchor, Button, Group, Stack, Table, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { app } from '../../../api/client.ts';
import { kinds, queries } from '../../../app/queries.ts';
import { ErrorNote } from '../../../parts/error-note.tsx';
import { Loaded } from '../../../parts/loaded.tsx';
import { useWords } from '../../../words/words.ts';
import { Section } from '../section.tsx';
import { StateBadge } from '../state-badge.tsx';
import { countRows, type CsvTable, rowOf } from './csv-file.ts';
import { type DryRun, importsKey } from './import-record.ts';
import { importWords } from './import-words.ts';
import type { ImportToSend } from './mapping.ts';

// A file of 5 MB over a slow line.
const uploadMsMax = 120_000;

// What somebody knows a row by.
const namingFields = ['customerName', 'firstName', 'lastName', 'companyName', 'title'];

const tones = { new_customer: 'good', existing_customer: 'waiting', refused: 'bad' } as const;

interface PlannedRows {
  wanted: ImportToSend;
  table: CsvTable;
}

interface DryRunOutcomeProps extends PlannedRows {
  /** Stands for what is wanted, which is too long to look things up by. */
  attempt: number;
}

export function DryRunOutcome({ wanted, table, attempt }: DryRunOutcomeProps): ReactNode {
  const say = useWords(importWords);
  const [, go] = useLocation();
  const plan = useQuery({
    queryKey: [kinds.settings, 'import-plan', attempt],
    queryFn: () => app.once<DryRun>('/imports', { ...wanted, isDryRun: true }, uploadMsMax),
    staleTime: 0,
    gcTime: 0,
  });
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
      <Loaded query={plan}>
        {(found) => (
          <Stack>
            <Counts counts={found.counts} />
            <Rows plan={found} table={table} wanted={wanted} />
            {start.error && <ErrorNote error={start.error} />}
            <Group>
              <Button
                onClick={() => start.mutate()}
                loading={start.isPending}
                disabled={takenIn(found) === 0}
              >
                {say('start', { count: takenIn(found) })}
              </Button>
              {found.counts.refused > 0 && <Text>{say('refusedStay')}</Text>}
            </Group>
          </Stack>
        )}
      </Loaded>
    </Section>
  );
}

function takenIn({ counts }: DryRun): number {
  return counts.new_customer + counts.existing_customer;
}

function Counts({ counts }: Pick<DryRun, 'counts'>): ReactNode {
  const say = useWords(importWords);
  return (
    <Alert role="status">
      {[
        say('countNew', { count: counts.new_customer }),
        say('countExisting', { count: counts.existing_customer }),
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
            {plan.rows.map(({ row, outcome, customerId, matchedBy, messages }) => (
              <Table.Tr key={row}>
                <Table.Td>{row}</Table.Td>
                <Table.Td className="settings-wrap">{nameIn(table, wanted, row)}</Table.Td>
                <Table.Td className="settings-wrap">
                  <StateBadge tone={tones[outcome]}>{say(outcome)}</StateBadge>{' '}
                  {matchedBy && say(matchedBy === 'email' ? 'byEmail' : 'byPhone')}{' '}
                  {customerId && (
                    // Elsewhere: this page would forget the file.
                    <Anchor href={`/customers/${customerId}`} target="_blank" rel="noopener">
                      {say('seeCustomer')}
                    </Anchor>
                  )}
                  {messages.map((message) => (
                    <Text key={message} size="sm">
                      {message}
                    </Text>
                  ))}
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
  const values = namingFields.map((field) => {
    const column = table.headers.findIndex((header) => columns[header] === field);
    return row?.[column] ?? '';
  });
  return values.filter(Boolean).join(' ');
}
