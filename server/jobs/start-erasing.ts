// Starts the worker for erasures. Its slots are its own, so a slow photo host cannot delay an erasure.
import type { JobLimits } from '#core/choose-jobs.ts';
import type { AssetStore } from '#outbound/asset-store.ts';
import type { ActionRunner } from '#runner/action-runner.ts';
import { customerEraser } from './erase-customer.ts';
import { deletedPurger } from './purge-deleted.ts';
import { JobWorker } from './job-worker.ts';
import { assetRemover } from './remove-assets.ts';

const limits: JobLimits = { total: 8, perBrand: 4, perLane: 1 };

interface ForgettingOptions {
  runner: ActionRunner;
  store: AssetStore;
  jobLeaseMs: number;
  onError(error: unknown, what: string): void;
}

export function startErasing(options: ForgettingOptions): JobWorker {
  const { runner, store, jobLeaseMs, onError } = options;
  const worker = new JobWorker(runner, {
    handlers: {
      eraseCustomer: customerEraser(runner),
      removeAssets: assetRemover(runner, store, (error) =>
        onError(error, 'a picture could not be deleted'),
      ),
      purgeDeleted: deletedPurger(runner),
    },
    limits,
    leaseMs: jobLeaseMs,
    onError: (error) => onError(error, 'an erasure job failed'),
  });
  worker.start();
  return worker;
}
