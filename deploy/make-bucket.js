// Makes the bucket of ASSETS_URL if it is not there. Waits for a store that is only just starting.
import { setTimeout as wait } from 'node:timers/promises';
import { S3mini } from 's3mini';
import { readAssetSettings } from '#core/photos/assets-url.ts';

const patienceMs = 60_000;
const tryEveryMs = 500;

const { settings, refusal } = readAssetSettings(process.env);
if (refusal !== undefined || settings.kind !== 's3') {
  process.stderr.write(`${refusal ?? 'ASSETS_URL is not set'}\n`);
  process.exit(1);
}
const { endpoint, bucket, region, accessKeyId, secretAccessKey } = settings;
const store = new S3mini({
  endpoint: `${endpoint}/${bucket}`,
  region,
  accessKeyId,
  secretAccessKey,
});
const giveUpAt = performance.now() + patienceMs;
while (!(await isMade())) await wait(tryEveryMs);

async function isMade() {
  try {
    return (await store.bucketExists()) || (await store.createBucket());
  } catch (error) {
    if (performance.now() < giveUpAt) return false;
    throw error;
  }
}
