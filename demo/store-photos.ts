// Runs the photo jobs of the demo's leads through the server's pipeline, with drawings instead of downloads.
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { parse } from 'node:path';
import type { ActionContext } from '#actions/context.ts';
import type { Database } from '#db/database.ts';
import { photoFetcher, type PhotoOutcome } from '#jobs/fetch-photo.ts';
import type { AssetStore } from '#outbound/asset-store.ts';
import { createPictureMaker } from '#pictures/picture-maker.ts';
import type { ActionRunner } from '#runner/action-runner.ts';
import { runAction } from '#runner/run-action.ts';
import { drawPhoto } from './drawings.ts';

interface PhotoKeeping {
  db: Database;
  store: AssetStore;
  context: ActionContext;
}

const jobsMax = 10;
const leaseMs = 60_000;

export function photoKeeper({ db, store, context }: PhotoKeeping): {
  store(): Promise<void>;
  close(): Promise<void>;
} {
  const runner = runnerOn(db, context);
  const pictures = createPictureMaker({ folder: store.incoming, processes: 1 });
  const outcomes: PhotoOutcome[] = [];
  const fetchPhoto = photoFetcher({
    runner,
    downloader: { download: (url, file) => draw(url, file) },
    pictures,
    store,
    retryMs: [],
    bytesMax: null,
    onNoRoom: () => {},
    onStoreFault(error) {
      throw error;
    },
    onEnd: (_jobId, outcome) => outcomes.push(outcome),
  });
  return {
    async store() {
      const limits = { total: jobsMax, perBrand: jobsMax, perLane: jobsMax };
      const wanted = { kinds: ['fetchPhoto' as const], inFlight: [], limits, leaseMs };
      const { jobs } = await runner.run('claimJobs', wanted);
      for (const job of jobs) await fetchPhoto(job, new AbortController().signal);
      const failed = outcomes.splice(0).filter((outcome) => outcome !== 'stored');
      if (failed.length > 0) throw new Error(`photos were not stored: ${failed.join(', ')}`);
    },
    close: () => pictures.close(),
  };
}

/** Runs actions in this process, on this connection. */
function runnerOn(db: Database, context: ActionContext): ActionRunner {
  return {
    run: (name, input) => runAction(name, db, input, context) as Promise<never>,
    waiting: () => ({ reads: 0, writes: 0 }),
    close: async () => {},
  };
}

async function draw(url: URL, file: string): Promise<{ sha256: string; sizeBytes: number }> {
  const photo = await drawPhoto(parse(url.pathname).name);
  await writeFile(file, photo);
  return { sha256: createHash('sha256').update(photo).digest('hex'), sizeBytes: photo.length };
}
