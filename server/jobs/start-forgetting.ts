// Puts together what is done about people who are to be forgotten. It has places of its own: a host that
// hangs and its photos keep nobody waiting here.
import type { JobLimits } from '#core/choose-jobs.ts';
import type { AssetStore } from '#outbound/asset-store.ts';
import type { ActionRunner } from '#runner/action-runner.ts';
import { customerEraser } from './erase-customer.ts';
import { deletedForgetter } from './forget-deleted.ts';
import { JobWorker } from './job-worker.ts';
import { assetRemover } from './remove-assets.ts';

const limits: JobLimits = { total: 8, perBrand: 4, perLane: 1 };

interface ForgettingOptions {
  runner: ActionRunner;
  store: AssetStore;
  jobLeaseMs: number;
  onError(error: unknown, what: string): void;
}

export function startForgetting(options: ForgettingOptions): JobWorker {
  const { runner, store, jobLeaseMs, onError } = options;
  const worker = new JobWorker(runner, {
    handlers: {
      eraseCustomer: customerEraser(runner),
      removeAssets: assetRemover(runner, store, (error) =>
        onError(error, 'a picture could not be removed'),
      ),
      forgetDeleted: deletedForgetter(runner),
    },
    limits,
    leaseMs: jobLeaseMs,
    onError: (error) => onError(error, 'an erasure was held up'),
  });
  worker.start();
  return worker;
}
