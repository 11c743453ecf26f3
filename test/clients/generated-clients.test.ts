// Clients generated from the OpenAPI document: each compiles with a first program, which creates a
// lead with only the required fields, lists leads and reads an error.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { call } from '../support/call.ts';
import { openWorkshop, skipWithoutClientTools, type Workshop } from '../support/client-tools.ts';
import { root } from '../support/project-files.ts';
import { sharedServer } from '../support/shared-server.ts';

const server = await sharedServer();
const run = promisify(execFile);
const runMsMax = 120_000;

const generators: Record<string, [tool: string, ...args: string[]]> = {
  'openapi-fetch': [
    'openapi-typescript',
    './openapi.json',
    '--output',
    './generated/openapi-fetch/schema.d.ts',
  ],
  'hey-api': [
    'openapi-ts',
    '--input=./openapi.json',
    '--output=./generated/hey-api',
    '--client=@hey-api/client-fetch',
    '--no-log-file',
  ],
  orval: ['orval', '--config', 'orval.config.ts'],
  kubb: ['kubb', 'generate', '--config', 'kubb.config.ts'],
};

describe('generated clients', { skip: skipWithoutClientTools }, () => {
  let workshop: Workshop;
  before(async () => {
    const { text } = await call(server, '/openapi.json');
    workshop = openWorkshop(text, join(import.meta.dirname, 'programs'));
  });
  after(() => workshop?.remove());

  for (const [name, generator] of Object.entries(generators)) {
    test(name, async () => {
      await workshop.run(...generator);
      await compile(workshop.path, name);

      const key = await server.createKey({ scopes: ['leads:read', 'leads:write'] });
      const { id, titles, statusCode, message } = await runProgram(workshop.path, name, key);
      const listed = await call(server, '/v1/api/leads', { key });
      assert.deepEqual(
        listed.body.data.map((lead: { id: string }) => lead.id),
        [id],
      );
      assert.equal(listed.body.data[0].customer.phone, '06 12345678');
      assert.deepEqual(titles, ['Leaking tap']);
      assert.equal(statusCode, 400);
      assert.match(String(message), /^title is required/);
    });
  }
});

/** Fails with the errors of the compiler. */
async function compile(folder: string, name: string): Promise<void> {
  const config = join(folder, `tsconfig.${name}.json`);
  const typeRoots = [join(root, 'node_modules', '@types')];
  const settings = { extends: './tsconfig.json', compilerOptions: { typeRoots } };
  writeFileSync(config, JSON.stringify({ ...settings, files: [`${name}.ts`] }));
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const options = { timeout: runMsMax };
  await run(process.execPath, [compiler, '--project', config], options).catch(
    ({ stdout, message }: { stdout: string; message: string }) => assert.fail(stdout || message),
  );
}

async function runProgram(folder: string, name: string, key: string) {
  const outfile = join(folder, `${name}.mjs`);
  await build({
    entryPoints: [join(folder, `${name}.ts`)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
  });
  const { stdout } = await run(process.execPath, [outfile], {
    timeout: runMsMax,
    env: { VAKWERK_URL: server.url, VAKWERK_API_KEY: key },
  });
  return JSON.parse(stdout);
}
