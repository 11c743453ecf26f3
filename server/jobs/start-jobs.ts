// Starts all background workers.
import { availableParallelism } from 'node:os';
import type { JobLimits } from '#core/choose-jobs.ts';
import type { MailSettings } from '#core/accounts/mail-settings.ts';
import type { Network } from '#core/networks.ts';
import type { AssetStore } from '#outbound/asset-store.ts';
import { Downloader } from '#outbound/downloader.ts';
import { createPictureMaker } from '#pictures/picture-maker.ts';
import type { ReportMaker } from '#reports/report-maker.ts';
import type { ActionRunner } from '#runner/action-runner.ts';
import { photoFetcher, type PhotoOutcome } from './fetch-photo.ts';
import type { ImportObserver } from './import-leads.ts';
import { JobWorker } from './job-worker.ts';
import { LeadPhotos } from './lead-photos.ts';
import { startErasing } from './start-erasing.ts';
import { startFollowUps } from './start-follow-ups.ts';
import { startImporting } from './start-importing.ts';
import { startNotifying } from './start-notifying.ts';
import { startSweepingAssets } from './sweep-assets.ts';
import { startWebhooks } from './start-webhooks.ts';
import type { AttemptOutcome } from './webhook-attempt.ts';
import type { WebhookPings } from './webhook-pings.ts';

interface JobsOptions {
  runner: ActionRunner;
  store: AssetStore;
  reports: ReportMaker;
  jobLeaseMs: number;
  photoWaitMs: number;
  photosBytesMax: number | null;
  photoRetryMs: readonly number[];
  photoTrustedNetworks: readonly Network[];
  photoPorts: readonly number[];
  dnsServers: readonly string[];
  webhookRetryMs: readonly number[];
  webhookTimeoutMs: number;
  webhookTrustedNetworks: readonly Network[];
  webhookPorts: readonly number[];
  pushRetryMs: readonly number[];
  pushTrustedNetworks: readonly Network[];
  pushPorts: readonly number[];
  pushContact: string | null;
  /** Null where no mail is sent. */
  mail: MailSettings | null;
  publicUrl: string | null;
  onWebhook(outcome: AttemptOutcome): void;
  onPhoto(outcome: PhotoOutcome): void;
  /** A brand's picture quota is full. */
  onNoRoom(): void;
  /** Bytes of the brand with the most pictures. */
  onPhotosMeasured(bytes: number): void;
  /** The clock that stored times are compared with. */
  now(): number;
  /** Progress of a long import. */
  onImport: ImportObserver;
  onError(error: unknown, what: string): void;
  /** Called with the reason when pictures are decoded without a sandbox, with null when it works again. */
  onSandbox(reason: string | null): void;
}

export interface Jobs {
  leadPhotos: LeadPhotos;
  pings: WebhookPings;
  inFlight(): number;
  /** There may be new jobs. */
  wake(): void;
  stop(): Promise<void>;
}

// All ten photos of a lead can be fetched from one host at a time; a hanging host
// occupies no more slots than that.
const limits: JobLimits = { total: 64, perBrand: 24, perLane: 10 };
// Half of the processors; the other half is for leads.
const pictureProcesses = Math.min(4, Math.max(1, Math.floor(availableParallelism() / 2)));

export function startJobs(options: JobsOptions): Jobs {
  const { runner, store, jobLeaseMs: leaseMs, onPhoto, onError } = options;
  const downloader = new Downloader({
    trustedNetworks: options.photoTrustedNetworks,
    ports: options.photoPorts,
    dnsServers: options.dnsServers,
  });
  const pictures = createPictureMaker({
    folder: store.incoming,
    processes: pictureProcesses,
    onError: (error) => onError(error, 'a picture process failed'),
    onSandbox: options.onSandbox,
  });
  const fetchPhoto = photoFetcher({
    runner,
    downloader,
    pictures,
    store,
    retryMs: options.photoRetryMs,
    bytesMax: options.photosBytesMax,
    onNoRoom: options.onNoRoom,
    onStoreFault: (error) => onError(error, 'a picture could not be stored'),
    onEnd(jobId, outcome) {
      onPhoto(outcome);
      leadPhotos.ended(jobId);
    },
  });
  const worker = new JobWorker(runner, {
    handlers: { fetchPhoto },
    limits,
    leaseMs,
    onError: (error) => onError(error, 'a job failed'),
  });
  const leadPhotos = new LeadPhotos(runner, {
    waitMsMax: options.photoWaitMs,
    wake: () => worker.wake(),
    onError: (error) => onError(error, 'a lead was answered without its photo outcomes'),
  });
  const sweeping = startSweepingAssets(runner, store, {
    onMeasured: options.onPhotosMeasured,
    onError: (error) => onError(error, 'sweeping assets failed'),
  });
  const webhooks = startWebhooks({ ...options, onAttempt: options.onWebhook });
  const erasing = startErasing(options);
  const importing = startImporting(options);
  const followUps = startFollowUps(options);
  const notifying = startNotifying(options);
  worker.start();

  return {
    leadPhotos,
    pings: webhooks.pings,
    inFlight: () =>
      worker.inFlight +
      webhooks.inFlight() +
      erasing.inFlight +
      importing.inFlight +
      followUps.inFlight +
      notifying.inFlight(),
    wake() {
      worker.wake();
      webhooks.wake();
      erasing.wake();
      importing.wake();
      followUps.wake();
      notifying.wake();
    },
    async stop() {
      leadPhotos.close();
      store.close();
      const workers = [worker, webhooks, erasing, importing, followUps, notifying, sweeping];
      await Promise.all(workers.map((one) => one.stop()));
      await Promise.all([downloader.close(), pictures.close()]);
    },
  };
}
