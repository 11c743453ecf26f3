// The steps of an import: file, columns, preview, start.
import { Alert, Button, FileButton, Group, SegmentedControl, Text } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import { type ImportMakes, importMakes } from '../../../../../contract/new-import.ts';
import { ErrorNote } from '../../../parts/error-note.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { useWords } from '../../../words/words.ts';
import { Section } from '../section.tsx';
import { ColumnForm } from './column-form.tsx';
import { countRows, type CsvTable, readCsvFile } from './csv-file.ts';
import { DryRunOutcome, useDryRun } from './dry-run-outcome.tsx';
import { importWords } from './import-words.ts';

const fileBytesMax = 5 * 1024 * 1024;

interface Chosen {
  name: string;
  table: CsvTable;
}

export function NewImport(): ReactNode {
  const say = useWords(importWords);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [isTooBig, setIsTooBig] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const dryRun = useDryRun();
  // In the URL, so that the page of customers can link to it.
  const [search, setSearch] = useSearchParams();
  const makes = importMakes.find((one) => one === search.get('makes')) ?? 'leads';
  const resetFile = useRef<() => void>(null);

  const choose = async (file: File | null) => {
    if (!file) return;
    // Otherwise the same file could not be chosen again after a correction.
    resetFile.current?.();
    dryRun.reset();
    setError(null);
    setChosen(null);
    setIsTooBig(file.size > fileBytesMax);
    if (file.size > fileBytesMax) return;
    try {
      setChosen({ name: file.name, table: await readCsvFile(file) });
    } catch (problem) {
      setError(problem);
    }
  };
  const rowCount = chosen ? countRows(chosen.table) : 0;
  const hasRows = chosen !== null && rowCount > 0;
  return (
    <>
      <Section title={say('file')}>
        <SegmentedControl
          aria-label={say('makes')}
          value={makes}
          onChange={(wanted: ImportMakes) => {
            dryRun.reset();
            setSearch(wanted === 'leads' ? {} : { makes: wanted }, { replace: true });
          }}
          data={importMakes.map((value) => ({ value, label: say(value) }))}
        />
        {makes === 'customers' && <Text size="sm">{say('customersHint')}</Text>}
        <Group>
          <FileButton
            onChange={choose}
            resetRef={resetFile}
            accept=".csv,.txt,text/csv"
            inputProps={{ 'aria-label': say('choose') }}
          >
            {(props) => (
              <Button {...props} variant="default" leftSection={<Icon name="upload" />}>
                {say('choose')}
              </Button>
            )}
          </FileButton>
          {chosen && (
            <Text className="settings-wrap" role="status">
              {say('chosen', { name: chosen.name, count: rowCount })}
            </Text>
          )}
        </Group>
        {isTooBig && <Alert color="red">{say('tooBig')}</Alert>}
        {chosen && !hasRows && <Alert color="red">{say('noRows')}</Alert>}
        {chosen?.table.brokenRow && (
          <Alert color="yellow">{say('brokenQuote', { row: chosen.table.brokenRow })}</Alert>
        )}
        {error !== null && <ErrorNote error={error} />}
      </Section>
      {hasRows && (
        <ColumnForm
          // Resets the form for another file.
          key={`${makes} ${chosen.name} ${chosen.table.headers.join()}`}
          fileName={chosen.name}
          makes={makes}
          table={chosen.table}
          onChange={dryRun.reset}
          onReady={(wanted) => dryRun.mutate(wanted)}
        />
      )}
      {hasRows && dryRun.variables && (
        <DryRunOutcome
          key={dryRun.submittedAt}
          dryRun={dryRun}
          wanted={dryRun.variables}
          table={chosen.table}
        />
      )}
    </>
  );
}
