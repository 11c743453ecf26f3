// Creates the bucket of ASSETS_URL if it is missing. Retries while the store is starting: for a minute, or for the
// seconds given as the first argument.
import { setTimeout as wait } from 'node:timers/promises';
import { S3mini } from 's3mini';
import { readAssetSettings } from '#core/photos/assets-url.ts';

const timeoutMs = Number(process.argv[2] ?? 60) * 1000;
const retryEveryMs = 500;
const requestTimeoutMs = 5000;

const { settings, refusal } = readAssetSettings(process.env);
if (refusal !== undefined || settings.kind !== 's3') {
  fail(refusal ?? 'ASSETS_URL is not set');
}
const { endpoint, bucket, region, accessKeyId, secretAccessKey } = settings;
const store = new S3mini({
  endpoint: `${endpoint}/${bucket}`,
  region,
  accessKeyId,
  secretAccessKey,
  requestAbortTimeout: requestTimeoutMs,
});
const deadline = performance.now() + timeoutMs;
for (;;) {
  const failure = await createBucket();
  if (failure === null) break;
  if (performance.now() >= deadline) fail(`no bucket "${bucket}" at ${endpoint}: ${failure}`);
  await wait(retryEveryMs);
}

/** Returns the reason of a failure, or null when the bucket exists. */
async function createBucket() {
  try {
    const exists = (await store.bucketExists()) || (await store.createBucket());
    // s3mini returns false for a wrong key too.
    return exists ? null : 'access denied, check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';
  } catch (error) {
    return error.message;
  }
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
