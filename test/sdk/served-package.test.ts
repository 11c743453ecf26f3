// The service serves its own client, which npm installs from there. After a build: from source, a
// server has none.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { bareApp } from '../../scripts/bare-app.ts';
import { buildProgram } from '../../scripts/build-program.ts';
import { packSdk } from '../../scripts/build-sdk.ts';
import { call, listAll } from '../support/call.ts';
import { temporaryFolder } from '../support/command-line.ts';
import { root } from '../support/project-files.ts';
import { npmAlone, projectWith } from '../support/sdk-package.ts';
import { sharedServer } from '../support/shared-server.ts';

await buildProgram();
const server = await sharedServer();

const run = promisify(execFile);
const path = '/docs/client.tgz';
const folder = temporaryFolder();
after(() => folder.remove());

async function download(headers: Record<string, string> = {}) {
  const response = await fetch(server.url + path, { headers });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

test('is public, cached by its ETag, and not compressed again', async () => {
  const { response, bytes } = await download({ 'accept-encoding': 'gzip, br, zstd' });
  const { status, headers } = response;
  assert.equal(status, 200);
  const shown = ['content-type', 'cache-control', 'content-encoding', 'content-length'];
  assert.deepEqual(
    shown.map((name) => headers.get(name)),
    ['application/gzip', 'no-cache', null, String(bytes.length)],
  );
  const etag = headers.get('etag')!;
  assert.match(etag, /^"[0-9a-f]{20}"$/);
  const again = await download({ 'if-none-match': etag });
  assert.deepEqual([again.response.status, again.bytes.length], [304, 0]);
  const head = await fetch(server.url + path, { method: 'HEAD' });
  assert.deepEqual([head.status, head.headers.get('etag')], [200, etag]);
});

test('is a reproducible build of these sources', async () => {
  const { bytes } = await download();
  const sum = (content: Uint8Array) => hash('sha256', content);
  assert.equal(sum(await packSdk()), sum(bytes));
  // No file carries the time, the owner or the system of the machine that built it.
  assert.equal(bytes[9], 255);
  assert.match(gunzipSync(bytes).subarray(0, 512).toString('latin1'), /^package\/LICENSE\0/);
});

test('a server without a build says what to do', async () => {
  const app = await bareApp();
  const { statusCode, body } = await app.inject(path);
  await app.close();
  assert.equal(statusCode, 503);
  assert.match(JSON.parse(body).message, /^The client is not built\. Run: npm ci && npm run build/);
});

describe('npm installs it from the service', () => {
  let project: string;
  const installed = (file: string) =>
    readFileSync(join(project, 'node_modules', '@vakwerk', 'client', file), 'utf8');
  before(async () => {
    project = await projectWith(server.url + path, folder.file('project'));
  });

  test('with the version of the service, and nothing else', async () => {
    const ours = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const { name, version } = JSON.parse(installed('package.json'));
    assert.deepEqual([name, version], ['@vakwerk/client', ours.version]);
    const lock = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8'));
    assert.deepEqual(Object.keys(lock.packages), ['', 'node_modules/@vakwerk/client']);
    assert.equal(
      lock.packages['node_modules/@vakwerk/client'].resolved,
      `${server.url}/docs/client.tgz`,
    );
  });

  test('a program compiles and runs, with the URL and the key from the environment', async () => {
    const program = `
      import { Vakwerk, type WorkItem } from '@vakwerk/client';
      const lead: WorkItem = await new Vakwerk().leads.create({ customerName: 'Jan', title: 'Tap' });
      console.log(lead.id);`;
    writeFileSync(join(project, 'hello.ts'), program);
    const compilerOptions = {
      strict: true,
      noEmit: true,
      target: 'es2022',
      module: 'nodenext',
      types: ['node'],
    };
    const config = { compilerOptions, files: ['hello.ts'] };
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(config));
    const types = join(project, 'node_modules', '@types');
    symlinkSync(join(root, 'node_modules', '@types'), types);
    const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    const checked = await run(process.execPath, [compiler], { cwd: project }).catch(
      (error: { stdout: string }) => error,
    );
    assert.equal(checked.stdout, '');
    rmSync(types);

    const key = await server.createKey();
    const env = { VAKWERK_URL: server.url, VAKWERK_API_KEY: key };
    const { stdout } = await run(process.execPath, ['hello.ts'], { cwd: project, env });
    const leads = await listAll(server, key, '/v1/api/leads');
    assert.deepEqual(
      leads.map(({ id }) => id),
      [stdout.trim()],
    );
  });
});

describe('the examples are installed as their READMEs say', () => {
  const examples = ['sync-to-csv', 'webhook-receiver'];
  for (const name of examples) {
    test(name, async () => {
      const copy = folder.file(name);
      cpSync(join(root, 'examples', name), copy, { recursive: true });
      const readme = readFileSync(join(copy, 'README.md'), 'utf8');
      const [command] = /^npm install .+$/m.exec(readme)!;
      const here = command.replace('https://leads.example.com', server.url);
      const env = { PATH: process.env['PATH'], ...npmAlone(copy), VAKWERK_URL: server.url };
      await run('sh', ['-c', here], { cwd: copy, env });
      const script = "console.log(typeof (await import('@vakwerk/client')).Vakwerk)";
      const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], {
        cwd: copy,
      });
      assert.equal(stdout.trim(), 'function');
    });
  }
});

test('a key is not needed, and other methods are refused', async () => {
  assert.equal((await call(server, path, { method: 'POST' })).status, 405);
});

test('an installation with --omit=dev has the compiler of its types', () => {
  const [ofWeb, ours] = ['web/package.json', 'package.json'].map((file) =>
    JSON.parse(readFileSync(join(root, file), 'utf8')),
  );
  assert.equal(ofWeb.dependencies.typescript, ours.devDependencies.typescript);
});
