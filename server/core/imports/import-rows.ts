// From the rows of a file to leads: which column becomes which field, and what is wrong with a row.
import type { LeadSubmission } from '#contract/lead-submission.ts';
import { batchLeadMessagesBytesMax, importColumnsMax, importRowsMax } from '#contract/limits.ts';
import { type ImportField, importFields } from '#contract/new-import.ts';
import { readCsvRows, withoutFormulaMark } from './csv.ts';
import { cutMessages, echoed, listed } from '../reading/cut-messages.ts';
import { readLeadSubmission } from '../leads/read-lead-submission.ts';

/** By the name of the column; null for one that is left out. */
type ColumnMap = Map<string, ImportField | null>;

/** A row to be imported, or why it cannot be. */
export type ImportEntry = { row: number } & (
  | { lead: LeadSubmission; raw: string }
  | { messages: string[] }
);

/**
 * Row by row, so that a long file need not be read at a stretch. Returns what is wrong with the file: then its rows
 * are worth nothing.
 */
export function* readImportRows(
  csv: string,
  sentColumns: Record<string, unknown>,
): Generator<ImportEntry, string[]> {
  const rows = readCsvRows(csv);
  const heading = rows.next();
  if (heading.done) return ['csv is empty'];
  const { cells } = heading.value;
  if (Math.max(cells.length, Object.keys(sentColumns).length) > importColumnsMax) {
    return [`csv must have at most ${importColumnsMax} columns`];
  }
  const names = columnNames(cells);
  const { columns, messages } = readColumns(sentColumns, names);
  if (messages) return messages;
  let count = 0;
  for (const row of rows) {
    if (++count > importRowsMax) {
      return [`csv must have at most ${importRowsMax} rows: split the file`];
    }
    yield readImportRow(row, names, columns);
  }
  return count === 0 ? ['csv has no rows below the first one'] : [];
}

/** Unique and none of them blank. */
export function columnNames(cells: readonly string[]): string[] {
  const taken = new Set<string>();
  return cells.map((cell, index) => {
    const wanted = cell.trim() || String(index + 1);
    let name = wanted;
    for (let count = 2; taken.has(name); count++) name = `${wanted} (${count})`;
    taken.add(name);
    return name;
  });
}

type ColumnReading =
  | { columns: ColumnMap; messages?: never }
  | { columns?: never; messages: string[] };

function readColumns(sent: Record<string, unknown>, names: readonly string[]): ColumnReading {
  const columns: ColumnMap = new Map();
  const messages: string[] = [];
  const taken = new Set<unknown>();
  for (const [name, field] of Object.entries(sent)) {
    const isField = field === null || importFields.includes(field as ImportField);
    if (!names.includes(name))
      messages.push(`columns names ${echoed(name)}, which the file does not have`);
    else if (!isField)
      messages.push(`columns.${echoed(name)} must be null or one of ${listed(importFields)}`);
    else if (field !== null && taken.has(field)) messages.push(`columns names ${field} twice`);
    else columns.set(name, field as ImportField | null);
    taken.add(field);
  }
  if (messages.length > 0) return { messages };
  if (![...columns.values()].some((field) => field !== null)) {
    return { messages: ['columns must make a field of a lead of at least one column'] };
  }
  return { columns };
}

interface FileRow {
  number: number;
  cells: readonly string[];
}

function readImportRow(
  { number: row, cells }: FileRow,
  names: readonly string[],
  columns: ColumnMap,
): ImportEntry {
  const sent: Partial<Record<ImportField, string>> = {};
  const raw: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    const cell = withoutFormulaMark(cells[index] ?? '');
    raw[name] = cell;
    const field = columns.get(name);
    if (field) sent[field] = closedLists.has(field) ? cell.trim().toLowerCase() : cell;
  }
  sent.customerName = sent.customerName?.trim() || nameFrom(sent);
  sent.source ||= sourceOfImports;
  const { lead, messages } = readLeadSubmission(sent);
  return messages
    ? { row, messages: cutMessages(messages, batchLeadMessagesBytesMax) }
    : { row, lead, raw: JSON.stringify(raw) };
}

const closedLists = new Set<ImportField>(['priority', 'source']);
const sourceOfImports = 'other';

function nameFrom({
  firstName = '',
  lastName = '',
  companyName = '',
}: Partial<Record<ImportField, string>>) {
  return `${firstName.trim()} ${lastName.trim()}`.trim() || companyName;
}
