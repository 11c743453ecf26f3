// The jobs of an import: one creates the leads, the other undoes the import.
import type { Author } from '../author.ts';
import type { NewJob } from '../job.ts';

interface ImportJob {
  brandId: string;
  id: string;
  importId: string;
  now: number;
}

export function importJob(job: ImportJob): NewJob {
  return jobOf('importLeads', job, {});
}

export function undoImportJob(job: ImportJob, author: Author): NewJob {
  return jobOf('undoImport', job, author);
}

export function authorOfUndo(payload: string): Author {
  return JSON.parse(payload) as Author;
}

// Both share a lane, so that an import is not undone while it is still running.
function jobOf(
  kind: 'importLeads' | 'undoImport',
  { brandId, id, importId, now }: ImportJob,
  payload: object,
): NewJob {
  return {
    brandId,
    id,
    kind,
    subject: importId,
    lane: `import ${brandId}`,
    payload: JSON.stringify(payload),
    dueAt: now,
    createdAt: now,
  };
}
