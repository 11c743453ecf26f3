// Maps the columns of the file to fields of a lead or customer.
import { Button, Group, NativeSelect, Stack, Table, Text, TextInput } from '@mantine/core';
import {
  customerImportFields,
  type ImportField,
  type ImportMakes,
} from '../../../../../contract/new-import.ts';
import { type FormEvent, type ReactNode, useState } from 'react';
import { defineWords, type Say, useWords } from '../../../words/words.ts';
import { fieldWords, isListField, leadFields } from '../../../parts/lead-fields.ts';
import { useFormat } from '../../../words/format.ts';
import { Section } from '../section.tsx';
import type { CsvTable } from './csv-file.ts';
import { importWords } from './import-words.ts';
import { guessMapping, importOf, type ImportToSend, type Mapping } from './mapping.ts';

// A cell cannot hold a list.
const leadColumns = [
  ...leadFields.filter((field) => field !== 'photoUrls' && !isListField(field)),
  'receivedAt',
  'status',
] as ImportField[];
const columnFields: Record<ImportMakes, readonly ImportField[]> = {
  leads: leadColumns,
  customers: customerImportFields,
};
const columnWords = defineWords('importColumns', {
  ...fieldWords.pairs,
  receivedAt: ['Received on', 'Binnengekomen op'],
  status: ['Status', 'Status'],
});
// A missing full name is composed from the others.
const namingFields = ['customerName', 'firstName', 'lastName', 'companyName'] as const;
const exampleLengthMax = 60;

interface ColumnFormProps {
  fileName: string;
  makes: ImportMakes;
  table: CsvTable;
  onChange: () => void;
  onReady: (wanted: ImportToSend) => void;
}

export function ColumnForm({
  fileName,
  makes,
  table,
  onChange,
  onReady,
}: ColumnFormProps): ReactNode {
  const say = useWords(importWords);
  const sayField = useWords(columnWords);
  const { timeZone } = useFormat();
  const [mapping, setMapping] = useState<Mapping>(() => guessMapping(table.headers, makes));
  const [titleForAll, setTitleForAll] = useState('');
  const needsTitle = makes === 'leads' && !Object.values(mapping).includes('title');
  const missing = missingInput(mapping, needsTitle && titleForAll.trim() === '', say, sayField);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!missing) onReady(importOf(fileName, table, mapping, { makes, titleForAll, timeZone }));
  };
  const map = (header: string, field: ImportField | null) => {
    setMapping({ ...mapping, [header]: field });
    onChange();
  };
  return (
    <Section title={say('columns')}>
      <form onSubmit={submit}>
        <Stack>
          {/* Explicit roles: `display: block` on a phone would remove the table semantics. */}
          <Table verticalSpacing="xs" layout="fixed" className="settings-columns" role="table">
            <Table.Thead role="rowgroup">
              <Table.Tr role="row">
                <Table.Th role="columnheader">{say('column')}</Table.Th>
                <Table.Th role="columnheader">{say('becomes')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody role="rowgroup">
              {table.headers.map((header, index) => (
                <Table.Tr key={header} role="row">
                  <Table.Td className="settings-wrap" role="cell">
                    <Text fw={600} size="sm">
                      {header}
                    </Text>
                    <Text size="sm">{exampleIn(table, index)}</Text>
                  </Table.Td>
                  <Table.Td role="cell">
                    <NativeSelect
                      aria-label={say('becomesFor', { name: header })}
                      value={mapping[header] ?? ''}
                      onChange={(event) =>
                        map(header, (event.currentTarget.value || null) as ImportField | null)
                      }
                      data={[
                        { value: '', label: say('skip') },
                        ...columnFields[makes].map((field) => ({
                          value: field,
                          label: sayField(field),
                        })),
                      ]}
                    />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          {needsTitle && (
            <TextInput
              label={say('titleForAll')}
              placeholder={say('titleForAllExample')}
              value={titleForAll}
              onChange={(event) => {
                setTitleForAll(event.currentTarget.value);
                onChange();
              }}
              maxLength={200}
            />
          )}
          <Group>
            <Button type="submit" disabled={missing !== null}>
              {say('check')}
            </Button>
            {missing && <Text role="status">{missing}</Text>}
          </Group>
        </Stack>
      </form>
    </Section>
  );
}

function missingInput(
  mapping: Mapping,
  lacksTitle: boolean,
  say: Say<keyof typeof importWords.pairs>,
  sayField: Say<ImportField>,
): string | null {
  const chosen = Object.values(mapping).filter((field) => field !== null);
  const twice = chosen.find((field, index) => chosen.indexOf(field) !== index);
  if (twice) return say('duplicateField', { field: sayField(twice) });
  if (!namingFields.some((field) => chosen.includes(field))) return say('needsName');
  return lacksTitle ? say('needsTitle') : null;
}

function exampleIn({ rows }: CsvTable, column: number): string {
  const value = rows.map((row) => row[column]!).find((one) => one.trim() !== '') ?? '';
  return value.length > exampleLengthMax ? `${value.slice(0, exampleLengthMax)}…` : value;
}
