import { whyNoSandbox } from './confinement.ts';
import { startMsMaxDefault } from './picture-maker.ts';
import { PictureWorker } from './picture-worker.ts';
import type { ProcessLimits } from './start-picture-process.ts';

/** Returns why no picture process starts in a sandbox; null when one does. */
export async function whyNoConfinedProcess(
  limits: Omit<ProcessLimits, 'isConfined'>,
): Promise<string | null> {
  const reason = await whyNoSandbox();
  if (reason !== null) return reason;
  const worker = new PictureWorker({ ...limits, isConfined: true });
  const failure = await worker.whyNotStarted(startMsMaxDefault);
  await worker.end();
  return failure;
}
