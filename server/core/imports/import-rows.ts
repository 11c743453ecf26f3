// Turns the cells of a file into leads or customers by the mapping of its columns, and validates each row.
import type { LeadSubmission } from '#contract/lead-submission.ts';
import { batchLeadMessagesBytesMax, importColumnsMax, importRowsMax } from '#contract/limits.ts';
import {
  customerImportFields,
  type ImportField,
  importFields,
  type ImportMakes,
} from '#contract/new-import.ts';
import { type LeadStatus, leadStatuses } from '#contract/work-item-lists.ts';
import { withoutFormulaMark } from './csv.ts';
import { cutMessages, echoed, listed } from '../reading/cut-messages.ts';
import { errorDetails } from '../reading/error-details.ts';
import { type FieldMessage, about, messageOf, textsOf } from '../reading/field-message.ts';
import { readTimestamp } from '../reading/read-field.ts';
import { readLeadSubmission } from '../leads/read-lead-submission.ts';

interface ImportColumn {
  name: string;
  /** Null for a column that is not imported. */
  field: ImportField | null;
}

interface ImportRow {
  /** The spreadsheet's row number: row 1 has the column names. */
  row: number;
  cells: string[];
}

export interface ImportTable {
  columns: ImportColumn[];
  /** Blank rows are omitted. */
  rows: ImportRow[];
}

type TableReading =
  | { table: ImportTable; messages?: never }
  | { table?: never; messages: FieldMessage[] };

/** The reasons for refusing a row, for people and as an `Error-Details` header. */
export interface RowRefusal {
  messages: string[];
  details: string;
}

export interface RefusedRow extends RowRefusal {
  /** What the row says; absent when it was erased. */
  content?: {
    /** The fields of a lead, before they are checked. */
    found: object;
    /** All cells, as JSON. */
    raw: string;
  };
}

/** A row to import, or the reasons for refusing it. */
export type ImportEntry = { row: number } & (
  | ({ lead: LeadSubmission; raw: string } & LeadPast)
  | RefusedRow
);

/** What a lead of another program has behind it. */
interface LeadPast {
  receivedAt?: number;
  status?: LeadStatus;
}

export function readImportTable(
  sent: { columns: unknown[]; rows: unknown[] },
  makes: ImportMakes,
): TableReading {
  const messages = columnMessages(sent.columns, makes);
  if (messages.length > 0) return { messages };
  const columns = sent.columns as ImportColumn[];
  const rows: ImportRow[] = [];
  for (const [index, cells] of sent.rows.entries()) {
    if (!isRow(cells, columns.length)) {
      const wanted = `an array of at most ${columns.length} strings, one for each column`;
      const item = index + 1;
      return {
        messages: [about('rows', 'wrong_type', `item ${item} must be ${wanted}`, { item })],
      };
    }
    if (cells.some((cell) => cell.trim() !== '')) rows.push({ row: index + 2, cells });
  }
  if (rows.length === 0) {
    return { messages: [about('rows', 'no_rows', 'must have at least one row with text')] };
  }
  if (rows.length > importRowsMax) {
    const text = `must be at most ${importRowsMax} rows: split the file`;
    return { messages: [about('rows', 'too_many_rows', text, { max: importRowsMax })] };
  }
  return { table: { columns, rows } };
}

const fieldsOf: Record<ImportMakes, readonly ImportField[]> = {
  leads: importFields,
  customers: customerImportFields,
};

function columnMessages(sent: readonly unknown[], makes: ImportMakes): FieldMessage[] {
  if (sent.length > importColumnsMax) {
    const text = `must be at most ${importColumnsMax} columns`;
    return [about('columns', 'too_many_columns', text, { max: importColumnsMax })];
  }
  const wrong = sent.findIndex((column) => !isColumn(column, makes));
  if (wrong !== -1) {
    const wanted = `a name, and a field that is null or one of ${listed(fieldsOf[makes])}`;
    const item = wrong + 1;
    return [about('columns', 'wrong_type', `item ${item} must have ${wanted}`, { item })];
  }
  const columns = sent as ImportColumn[];
  const fields = columns.flatMap(({ field }) => field ?? []);
  if (fields.length === 0) {
    return [about('columns', 'no_column', 'must map at least one column to a field')];
  }
  const names = columns.map(({ name }) => name);
  return [...repeatedIn(names), ...repeatedIn(fields)].map((one) =>
    about('columns', 'named_twice', `names ${echoed(one)} twice`),
  );
}

function isColumn(sent: unknown, makes: ImportMakes): sent is ImportColumn {
  const { name, field } = (sent ?? {}) as Record<string, unknown>;
  if (typeof name !== 'string' || name.trim() === '') return false;
  return field === null || fieldsOf[makes].includes(field as ImportField);
}

function repeatedIn(texts: readonly string[]): string[] {
  return texts.filter((text, index) => texts.indexOf(text) !== index);
}

function isRow(sent: unknown, cellsMax: number): sent is string[] {
  return (
    Array.isArray(sent) && sent.length <= cellsMax && sent.every((cell) => typeof cell === 'string')
  );
}

export function readImportRow(
  { row, cells }: ImportRow,
  columns: ImportColumn[],
  makes: ImportMakes,
): ImportEntry {
  const sent: Partial<Record<ImportField, string>> = {};
  const cellsByName = columns.map(({ name, field }, index) => {
    const cell = withoutFormulaMark(cells[index] ?? '');
    if (field) sent[field] = enumFields.has(field) ? cell.trim().toLowerCase() : cell;
    return [name, cell];
  });
  sent.customerName = sent.customerName?.trim() || nameFrom(sent);
  sent.source ||= defaultSource;
  // A customer has no title, which a lead needs.
  if (makes === 'customers') sent.title = 'Customer';
  const { lead, messages: wrong = [] } = readLeadSubmission(sent);
  const { past, messages: wrongPast } = readPast(sent);
  const messages = [...wrong, ...wrongPast];
  const raw = JSON.stringify(Object.fromEntries(cellsByName));
  return !lead || messages.length > 0
    ? {
        row,
        messages: cutMessages(textsOf(messages), batchLeadMessagesBytesMax),
        details: errorDetails(messages),
        content: { found: sent, raw },
      }
    : { row, lead, raw, ...past };
}

function readPast({ receivedAt = '', status = '' }: Partial<Record<ImportField, string>>): {
  past: LeadPast;
  messages: FieldMessage[];
} {
  const past: LeadPast = {};
  const messages: FieldMessage[] = [];
  if (receivedAt.trim() !== '') {
    const time = readTimestamp(receivedAt.trim());
    if ('refusal' in time) messages.push(messageOf('receivedAt', time.refusal));
    else past.receivedAt = time.value as number;
  }
  if (status !== '') {
    const known = leadStatuses.find((one) => one === status);
    const wanted = `must be one of ${listed(leadStatuses)}`;
    if (known) past.status = known;
    else messages.push(about('status', 'not_in_list', wanted));
  }
  return { past, messages };
}

const enumFields = new Set<ImportField>(['priority', 'source', 'status']);
const defaultSource = 'other';

function nameFrom({
  firstName = '',
  lastName = '',
  companyName = '',
}: Partial<Record<ImportField, string>>) {
  return `${firstName.trim()} ${lastName.trim()}`.trim() || companyName;
}
