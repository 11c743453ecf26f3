// The package that the service serves: installed into an empty project, imported and type-checked.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { listAll } from '../support/call.ts';
import { openChromium } from '../support/chromium.ts';
import { startFaultProxy } from '../support/fault-proxy.ts';
import { needs, type Tool } from '../support/needs.ts';
import { nodeBesidesOurs, onPath } from '../support/on-path.ts';
import { root } from '../support/project-files.ts';
import { projectWith, writeTarball } from '../support/sdk-package.ts';
import { sharedServer } from '../support/shared-server.ts';

const server = await sharedServer();

const run = promisify(execFile);
const bytesMax = 8 * 1024;
const otherNode = nodeBesidesOurs();

const use = `
  const client = new Vakwerk({ apiKey: process.env.KEY, baseUrl: process.env.URL });
  const main = async () => {
    await client.leads.create({ customerName: 'Jan', title: process.env.TITLE });
    for await (const lead of client.leads.list({ limit: 1 })) console.log(lead.title);
    const secret = 'whsec_' + btoa('a'.repeat(32));
    const headers = await signTestWebhook({ body: '{"type":"ping"}', secret });
    console.log((await verifyWebhook({ body: '{"type":"ping"}', headers, secret })).type);
  };
  main();`;
// Programs installed by npm are scripts that need Node on the PATH. No other hosts are contacted.
const quiet = { PATH: process.env['PATH'], DENO_NO_UPDATE_CHECK: '1', DO_NOT_TRACK: '1' };
const names = '{ Vakwerk, signTestWebhook, verifyWebhook }';
const programs: Record<string, string> = {
  'imported.mjs': `import ${names} from '@vakwerk/client';\n${use}`,
  'required.cjs': `const ${names} = require('@vakwerk/client');\n${use}`,
};

describe('the client package', () => {
  let folder: string;
  let project: string;
  let key: string;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'vakwerk-client-'));
    project = await projectWith(await writeTarball(folder), join(folder, 'project'));
    key = await server.createKey();
  });
  after(async () => {
    rmSync(folder, { recursive: true, force: true });
  });
  const installed = (...path: string[]) =>
    join(project, 'node_modules', '@vakwerk', 'client', ...path);

  test('has no dependencies', () => {
    const modules = readdirSync(join(project, 'node_modules')).filter((name) => name[0] !== '.');
    assert.deepEqual(modules, ['@vakwerk']);
    const files = readdirSync(installed()).sort();
    assert.deepEqual(files, ['LICENSE', 'README.md', 'dist', 'package.json']);
    const manifest = JSON.parse(readFileSync(installed('package.json'), 'utf8'));
    // npm refuses to publish it: the service is its only source.
    assert.equal(manifest.private, true);
    assert.deepEqual([manifest.dependencies, manifest.scripts], [undefined, undefined]);
    for (const { types, default: code } of Object.values<Record<string, string>>(
      manifest.exports['.'],
    )) {
      assert.ok(existsSync(installed(types!)) && existsSync(installed(code!)));
    }
    assert.equal(
      readFileSync(join(root, 'sdk', 'LICENSE'), 'utf8'),
      readFileSync(join(root, 'LICENSE'), 'utf8'),
    );
  });

  for (const [name, program, ...options] of [
    ['this Node', process.execPath],
    ['a second Node', otherNode],
    ['Deno', onPath('deno'), 'run', '--allow-net', '--allow-env', '--allow-read'],
    ['Bun', onPath('bun'), 'run'],
  ] as [name: 'this Node' | Tool, program: string | undefined, ...options: string[]][]) {
    for (const [file, text] of Object.entries(programs)) {
      test(
        `${file} runs with ${name}`,
        { skip: program === undefined && name !== 'this Node' && needs(name) },
        async () => {
          writeFileSync(join(project, file), text);
          const title = `${file} ${name}`;
          const env = { ...quiet, HOME: folder, KEY: key, URL: server.url, TITLE: title };
          const { stdout } = await run(program!, [...options, file], { cwd: project, env });
          const leads = await listAll(server, key, '/v1/api/leads');
          const expected = [...leads.map((lead) => lead.title), 'ping'];
          assert.deepEqual(stdout.trim().split('\n'), expected);
          assert.equal(leads[0].title, title);
        },
      );
    }
  }

  test('works in a browser on pages of the service only, and explains a redirect', async (t) => {
    const browser = await openChromium();
    if (!browser) return t.skip(needs('a browser'));
    const proxy = await startFaultProxy(server);
    try {
      const page = await browser.newPage();
      const headers = { 'content-type': 'text/html' };
      // With an inline icon, or the browser would request one.
      const body = '<!doctype html><link rel="icon" href="data:,">';
      proxy.next({ kind: 'answers', status: 200, headers, body });
      await page.goto(proxy.url);
      await page.addScriptTag({ content: await scriptFrom(project) });
      const outcomeAt = (baseUrl: string): Promise<string> => {
        const options = JSON.stringify({ apiKey: key, baseUrl, retriesMax: 0 });
        return page.evaluate(`
          new client.Vakwerk(${options}).leads.create({ customerName: 'Jan', title: 'From a page' })
            .then((lead) => lead.title, (error) => error.name + ' ' + error.message)`);
      };
      assert.equal(await outcomeAt(proxy.url), 'From a page');
      proxy.next({ kind: 'answers', status: 307, headers: { location: '/elsewhere' } });
      assert.match(await outcomeAt(proxy.url), /^VakwerkError .*redirect.*Set baseUrl/);
      assert.match(await outcomeAt(server.url), /^NetworkError no answer/);
      const paths = proxy.seen.map(({ path }) => path);
      assert.deepEqual(paths, ['/', '/v1/api/leads', '/v1/api/leads']);
    } finally {
      await browser.close();
      await proxy.close();
    }
  });

  test(`is less than ${bytesMax} bytes, minified and compressed`, async () => {
    const { outputFiles } = await build({
      entryPoints: [installed('dist', 'index.js')],
      bundle: true,
      minify: true,
      write: false,
      format: 'esm',
    });
    const { length } = gzipSync(outputFiles[0]!.contents, { level: 9 });
    assert.ok(length < bytesMax, `${length} bytes`);
  });

  const surroundings: [what: string, file: string, options: object][] = [
    [
      'a module, with the types of a browser',
      'consumer.mts',
      { lib: ['es2022', 'dom'], types: [] },
    ],
    ['a module, with the types of Node', 'consumer.mts', { lib: ['es2022'], types: ['node'] }],
    ['CommonJS', 'consumer.cts', { lib: ['es2022', 'dom'], types: [] }],
    [
      'a bundler, strictly',
      'consumer.mts',
      {
        lib: ['es2022', 'dom'],
        types: [],
        module: 'esnext',
        moduleResolution: 'bundler',
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
      },
    ],
  ];
  for (const [what, file, options] of surroundings) {
    test(`type-checks in ${what}`, async () => {
      const consumer = readFileSync(join(import.meta.dirname, 'consumer.ts.txt'), 'utf8');
      writeFileSync(join(project, file), consumer);
      if (!existsSync(join(project, 'node_modules', '@types'))) {
        symlinkSync(join(root, 'node_modules', '@types'), join(project, 'node_modules', '@types'));
      }
      const compilerOptions = {
        target: 'es2022',
        module: 'nodenext',
        strict: true,
        noEmit: true,
        skipLibCheck: false,
        ...options,
      };
      const config = join(project, 'tsconfig.json');
      writeFileSync(config, JSON.stringify({ compilerOptions, files: [file] }));
      const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
      const checked = await run(process.execPath, [compiler, '-p', config], { cwd: project }).catch(
        (error: { stdout: string }) => error,
      );
      assert.equal(checked.stdout, '');
    });
  }
});

/** Bundles the client as `client` for a page. */
async function scriptFrom(project: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: `export * from '@vakwerk/client'`, resolveDir: project },
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'iife',
    globalName: 'client',
  });
  return outputFiles[0]!.text;
}
