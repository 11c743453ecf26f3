import { type Static, Type } from 'typebox';
import { LeadSubmission } from './lead-submission.ts';
import { fileNameLengthMax } from './limits.ts';

/** What a column can become. Photos are lists, which a column cannot hold. */
export const importFields = Object.keys(LeadSubmission.properties).filter(
  (field) => field !== 'photoUrls',
) as ImportField[];
export type ImportField = Exclude<keyof LeadSubmission, 'photoUrls'>;

/** The cells of a file; `readImportTable` reads `columns` and `rows`. */
export const NewImport = Type.Object({
  fileName: Type.String({ minLength: 1, maxLength: fileNameLengthMax }),
  columns: Type.Array(Type.Unknown()),
  rows: Type.Array(Type.Unknown()),
  isDryRun: Type.Boolean(),
});

export type NewImport = Static<typeof NewImport>;
