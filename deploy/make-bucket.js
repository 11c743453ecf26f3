// Makes the bucket of ASSETS_URL if it is not there. Waits for a store that is only just starting: a minute, or as many
// seconds as it is told.
import { setTimeout as wait } from 'node:timers/promises';
import { S3mini } from 's3mini';
import { readAssetSettings } from '#core/photos/assets-url.ts';

const patienceMs = Number(process.argv[2] ?? 60) * 1000;
const tryEveryMs = 500;
const answerMs = 5000;

const { settings, refusal } = readAssetSettings(process.env);
if (refusal !== undefined || settings.kind !== 's3') {
  end(refusal ?? 'ASSETS_URL is not set');
}
const { endpoint, bucket, region, accessKeyId, secretAccessKey } = settings;
const store = new S3mini({
  endpoint: `${endpoint}/${bucket}`,
  region,
  accessKeyId,
  secretAccessKey,
  requestAbortTimeout: answerMs,
});
const giveUpAt = performance.now() + patienceMs;
for (;;) {
  const obstacle = await makeBucket();
  if (obstacle === null) break;
  if (performance.now() >= giveUpAt) end(`${endpoint} gives no bucket "${bucket}": ${obstacle}`);
  await wait(tryEveryMs);
}

/** What was in the way, or null when the bucket is there. */
async function makeBucket() {
  try {
    const isThere = (await store.bucketExists()) || (await store.createBucket());
    // The answer to a wrong key is a mere no as well.
    return isThere ? null : 'it refuses, see AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';
  } catch (error) {
    return error.message;
  }
}

function end(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
