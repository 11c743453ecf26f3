import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readAssetSettings } from '#core/photos/assets-url.ts';

const keys = { AWS_ACCESS_KEY_ID: 'the-key', AWS_SECRET_ACCESS_KEY: 'the-secret' };
const bucket = { ASSETS_URL: 's3://pictures', ...keys };
const byDefault = {
  kind: 's3',
  endpoint: 'https://s3.us-east-1.amazonaws.com',
  bucket: 'pictures',
  prefix: '',
  region: 'us-east-1',
  accessKeyId: 'the-key',
  secretAccessKey: 'the-secret',
};

describe('picture store settings', () => {
  const cases: Record<string, { env: Record<string, string>; expected: object }> = {
    'nothing set': { env: {}, expected: { kind: 'files' } },
    'set for other programs only': {
      env: { ...keys, AWS_REGION: 'no region!', AWS_ENDPOINT_URL: 'nonsense' },
      expected: { kind: 'files' },
    },
    'a bucket of Amazon': { env: bucket, expected: byDefault },
    'another region': {
      env: { ...bucket, AWS_REGION: 'eu-central-1' },
      expected: {
        ...byDefault,
        region: 'eu-central-1',
        endpoint: 'https://s3.eu-central-1.amazonaws.com',
      },
    },
    'a region with a domain of its own': {
      env: { ...bucket, AWS_REGION: 'cn-north-1' },
      expected: {
        ...byDefault,
        region: 'cn-north-1',
        endpoint: 'https://s3.cn-north-1.amazonaws.com.cn',
      },
    },
    'a service beside us': {
      env: { ...bucket, AWS_ENDPOINT_URL: 'http://127.0.0.1:9000' },
      expected: { ...byDefault, endpoint: 'http://127.0.0.1:9000' },
    },
    'a service with a path': {
      env: { ...bucket, AWS_ENDPOINT_URL: 'https://a.example/storage/s3/' },
      expected: { ...byDefault, endpoint: 'https://a.example/storage/s3' },
    },
    'the address for S3 goes first': {
      env: {
        ...bucket,
        AWS_ENDPOINT_URL: 'https://all.example',
        AWS_ENDPOINT_URL_S3: 'https://s3.example',
      },
      expected: { ...byDefault, endpoint: 'https://s3.example' },
    },
    'a slash at the end': { env: { ...bucket, ASSETS_URL: 's3://pictures/' }, expected: byDefault },
    'a folder': {
      env: { ...bucket, ASSETS_URL: 's3://my.bucket-1/one/two' },
      expected: { ...byDefault, bucket: 'my.bucket-1', prefix: 'one/two/' },
    },
  };
  for (const [name, { env, expected }] of Object.entries(cases)) {
    test(name, () => assert.deepEqual(readAssetSettings(env), { settings: expected }));
  }
});

describe('refused settings name the variable', () => {
  const cases: [name: string, ...values: string[]][] = [
    [
      'ASSETS_URL',
      'pictures',
      'https://pictures.example.com',
      's3:pictures',
      's3://',
      's3:///pictures',
      's3://ab',
      's3://-pictures',
      's3://pic tures',
      's3://pictures?x=1',
      's3://pictures/a#b',
      's3://pictures/../other',
      's3://pictures/./other',
      's3://pictures//other',
      's3://pictures/a%2fb',
      's3://pictures\n',
    ],
    ['AWS_REGION', 'eu central', 'eu/central', '..'],
    ['AWS_ENDPOINT_URL', '127.0.0.1:9000', 'ftp://a.example', 'https://a.example?x=1'],
    ['AWS_ENDPOINT_URL_S3', 'minio', 's3://a.example', 'https://a.example#x'],
  ];
  for (const [name, ...values] of cases) {
    for (const value of values) {
      test(`${name}=${JSON.stringify(value)}`, () => {
        const { refusal } = readAssetSettings({ ...bucket, [name]: value });
        assert.match(refusal!, new RegExp(`^${name} must be .*, got "${RegExp.escape(value)}"$`));
      });
    }
  }

  for (const name of Object.keys(keys)) {
    test(`${name} is missing`, () => {
      for (const value of [undefined, '']) {
        const { refusal } = readAssetSettings({ ...bucket, [name]: value });
        assert.match(refusal!, new RegExp(`^${name} must be set, because ASSETS_URL is`));
      }
    });
  }

  test('secrets are never repeated', () => {
    const wrong = [
      { ASSETS_URL: 's3://the-key:the-secret@pictures' },
      { AWS_ENDPOINT_URL: 'https://the-key:the-secret@a.example' },
      { AWS_ENDPOINT_URL: 'the-key:the-secret@a.example:x' },
      { AWS_REGION: 'no region!' },
      { AWS_ACCESS_KEY_ID: '' },
    ];
    for (const env of wrong) {
      const { refusal } = readAssetSettings({ ...bucket, ...env });
      assert.ok(refusal);
      assert.doesNotMatch(refusal, /the-secret/);
    }
  });
});
