// Starts the worker for imports. Its slots are its own, so slow photo hosts and
// webhooks cannot delay an import.
import type { JobLimits } from '#core/choose-jobs.ts';
import type { ActionRunner } from '#runner/action-runner.ts';
import { type ImportObserver, leadImporter } from './import-leads.ts';
import { JobWorker } from './job-worker.ts';
import { importUndoer } from './undo-import.ts';

const limits: JobLimits = { total: 2, perBrand: 1, perLane: 1 };

interface ImportingOptions {
  runner: ActionRunner;
  jobLeaseMs: number;
  onImport: ImportObserver;
  onError(error: unknown, what: string): void;
}

export function startImporting({
  runner,
  jobLeaseMs,
  onImport,
  onError,
}: ImportingOptions): JobWorker {
  const worker = new JobWorker(runner, {
    handlers: { importLeads: leadImporter(runner, onImport), undoImport: importUndoer(runner) },
    limits,
    leaseMs: jobLeaseMs,
    onError: (error) => onError(error, 'an import job failed'),
  });
  worker.start();
  return worker;
}
