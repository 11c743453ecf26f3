import { type Static, Type } from 'typebox';
import { type LeadField, leadFields } from './lead-submission.ts';
import { fileNameLengthMax } from './limits.ts';

/** The fields that a column can map to. Photos are lists, which a cell cannot hold. */
export const importFields = [
  ...leadFields.filter((field) => field !== 'photoUrls'),
  'receivedAt',
  'status',
] as ImportField[];
/** With the columns of an export that tell when a lead came in, and how far it got. */
export type ImportField = Exclude<LeadField, 'photoUrls'> | 'receivedAt' | 'status';

/** Each row makes a lead, or only a customer. */
export const importMakes = ['leads', 'customers'] as const;
export type ImportMakes = (typeof importMakes)[number];

/** Those of a row that makes only a customer. */
export const customerImportFields = [
  'customerName',
  'firstName',
  'lastName',
  'companyName',
  'email',
  'phone',
  'street',
  'streetNumber',
  'streetNumberAddition',
  'postalCode',
  'city',
  'country',
  'notes',
] as const satisfies readonly ImportField[];

/** The cells of a file; `readImportTable` validates `columns` and `rows`. */
export const NewImport = Type.Object({
  fileName: Type.String({ minLength: 1, maxLength: fileNameLengthMax }),
  columns: Type.Array(Type.Unknown()),
  rows: Type.Array(Type.Unknown()),
  isDryRun: Type.Boolean(),
  makes: Type.Optional(Type.Enum([...importMakes], { description: 'Default: `leads`' })),
});

export type NewImport = Static<typeof NewImport>;
