// The examples of the client's README exist and compile.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Vakwerk } from '../../sdk/src/index.ts';
import { root } from '../support/project-files.ts';

const text = readFileSync(join(root, 'sdk', 'README.md'), 'utf8');

test('the table names every field of the client with its methods', () => {
  const rows = [...text.matchAll(/^\| `(\w+)` \| (`\w+`(?:, `\w+`)*) \|$/gm)];
  const named = rows.map(([, field, methods]) => [field!, methods!.match(/\w+/g)!.sort()] as const);
  const client = new Vakwerk({ apiKey: 'vk_test', baseUrl: 'http://127.0.0.1' });
  const there = Object.entries(client).map(([field, resource]) => {
    const methods = Object.getOwnPropertyNames(Object.getPrototypeOf(resource));
    return [field, methods.filter((name) => name !== 'constructor').sort()] as const;
  });
  assert.deepEqual(Object.fromEntries(named), Object.fromEntries(there));
});

test('the examples compile', () => {
  const examples = [...text.matchAll(/^```ts\n([^]*?)^```$/gm)].map((match) => match[1]!);
  const importing = /^import \{ ([^}]+) \} from '@vakwerk\/client';$/gm;
  const names = examples.flatMap((example) =>
    [...example.matchAll(importing)].flatMap((match) => match[1]!.split(', ')),
  );
  assert.ok(names.includes('Vakwerk'));
  const source = [
    `import { type LeadSubmission, ${[...new Set(names)].join(', ')} } from '@vakwerk/client';`,
    'declare const [id, secret, body]: [string, string, string];',
    'declare const [client, form, headers]: [Vakwerk, LeadSubmission, Headers];',
    'declare const process: { env: Record<string, string | undefined> };',
    'declare function show(fields: object): void;',
    ...examples.map((example) => `async () => {\n${example.replaceAll(importing, '')}};`),
  ].join('\n');
  const folder = mkdtempSync(join(tmpdir(), 'vakwerk-readme-'));
  try {
    writeFileSync(join(folder, 'readme.ts'), source);
    const compilerOptions = {
      strict: true,
      noEmit: true,
      target: 'es2022',
      module: 'esnext',
      moduleResolution: 'bundler',
      lib: ['es2022', 'dom'],
      types: [],
      allowImportingTsExtensions: true,
      paths: { '@vakwerk/client': [join(root, 'sdk', 'src', 'index.ts')] },
    };
    const config = join(folder, 'tsconfig.json');
    writeFileSync(config, JSON.stringify({ compilerOptions, files: ['readme.ts'] }));
    const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    const checked = spawnSync(process.execPath, [compiler, '-p', config], { encoding: 'utf8' });
    assert.deepEqual([checked.stdout, checked.status], ['', 0]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
