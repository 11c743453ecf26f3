// Where pictures are stored: in the data folder, or in an S3-compatible bucket.

export type AssetSettings = { kind: 'files' } | S3Settings;

export interface S3Settings {
  kind: 's3';
  /** Without a trailing slash; the bucket follows in the path. */
  endpoint: string;
  bucket: string;
  /** Empty, or a path that ends with a slash. */
  prefix: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

type Reading = { settings: AssetSettings; refusal?: never } | { settings?: never; refusal: string };

const regionDefault = 'us-east-1';

export function readAssetSettings(env: Readonly<Record<string, string | undefined>>): Reading {
  const url = env['ASSETS_URL'];
  const s3Endpoint = env['AWS_ENDPOINT_URL_S3'];
  const awsEndpoint = env['AWS_ENDPOINT_URL'];
  const accessKeyId = env['AWS_ACCESS_KEY_ID'];
  const secretAccessKey = env['AWS_SECRET_ACCESS_KEY'];
  const region = env['AWS_REGION'] || regionDefault;
  // The AWS variables alone may be meant for other programs.
  if (!url) return { settings: { kind: 'files' } };

  const location = readLocation(url);
  if (typeof location === 'string') return { refusal: location };
  if (!accessKeyId) return { refusal: missing('AWS_ACCESS_KEY_ID') };
  if (!secretAccessKey) return { refusal: missing('AWS_SECRET_ACCESS_KEY') };
  if (!/^[\w-]{1,64}$/.test(region)) {
    return { refusal: `AWS_REGION must be a name such as eu-central-1, got "${region}"` };
  }
  const endpoint = s3Endpoint
    ? readEndpoint('AWS_ENDPOINT_URL_S3', s3Endpoint)
    : awsEndpoint
      ? readEndpoint('AWS_ENDPOINT_URL', awsEndpoint)
      : { url: amazonEndpoint(region) };
  if (endpoint.refusal !== undefined) return { refusal: endpoint.refusal };
  return {
    settings: {
      kind: 's3',
      ...location,
      endpoint: endpoint.url,
      region,
      accessKeyId,
      secretAccessKey,
    },
  };
}

const bucketName = /^[A-Za-z0-9][\w.-]{1,61}[A-Za-z0-9]$/;
const folderName = /^(?!\.+$)[\w.-]{1,200}$/;

/** Bucket and prefix, or a refusal. */
function readLocation(url: string): Pick<S3Settings, 'bucket' | 'prefix'> | string {
  // The URL is not repeated in the message, which is logged: it may contain a password.
  if (url.includes('@')) {
    return 'ASSETS_URL must not contain keys: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY instead';
  }
  const [, bucket = '', path = ''] = /^s3:\/\/([^/]+)\/?(.*?)\/?$/s.exec(url) ?? [];
  const folders = path === '' ? [] : path.split('/');
  if (bucketName.test(bucket) && folders.every((name) => folderName.test(name))) {
    return { bucket, prefix: folders.map((name) => `${name}/`).join('') };
  }
  return `ASSETS_URL must be s3:// with the name of a bucket, such as s3://pictures or s3://backup/pictures, got "${url}"`;
}

function missing(name: string): string {
  return `${name} must be set, because ASSETS_URL is: the bucket needs credentials`;
}

function readEndpoint(
  name: string,
  text: string,
): { url: string; refusal?: never } | { url?: never; refusal: string } {
  if (text.includes('@')) {
    return { refusal: `${name} must not contain a user name or password` };
  }
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain = url && !url.search && !url.hash;
  if (isPlain && (url.protocol === 'http:' || url.protocol === 'https:')) {
    return { url: url.href.replace(/\/+$/, '') };
  }
  return { refusal: `${name} must be an address such as https://s3.example.com, got "${text}"` };
}

function amazonEndpoint(region: string): string {
  const domain = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  return `https://s3.${region}.${domain}`;
}
