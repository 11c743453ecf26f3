// The n8n workflow, run by n8n's own engine and nodes.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { listAll } from '../support/call.ts';
import { startFaultProxy } from '../support/fault-proxy.ts';
import { formAnswers } from '../support/n8n-form.ts';
import { needs } from '../support/needs.ts';
import { root } from '../support/project-files.ts';
import { sharedServer } from '../support/shared-server.ts';

const server = await sharedServer();

const run = promisify(execFile);
const packages = process.env['N8N_PACKAGES'];
const skip = !packages && needs('n8n');
const runMsMax = 60_000;
const program = join(import.meta.dirname, '..', 'support', 'run-in-n8n.ts');

test('a submission makes one lead, also when the first response is lost', { skip }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'vakwerk-n8n-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const proxy = await startFaultProxy(server);
  t.after(() => proxy.close());
  const { id: brandId } = await server.createBrand();
  const apiKey = await server.createKey({ brandId, scopes: ['leads:write'] });
  const readKey = await server.createKey({ brandId, scopes: ['leads:read'] });

  proxy.next({ kind: 'reset-after' });
  const { stdout } = await run(process.execPath, [program], {
    cwd: folder,
    timeout: runMsMax,
    // A clean environment and its own home folder, where n8n keeps settings.
    env: {
      N8N_PACKAGES: packages!,
      N8N_USER_FOLDER: folder,
      N8N_DIAGNOSTICS_ENABLED: 'false',
      HOME: folder,
      WORKFLOW_FILE: join(root, 'examples', 'n8n', 'lead-from-form.json'),
      LEADS_URL: `${proxy.url}/v1/api/leads`,
      API_KEY: apiKey,
      ANSWERS: JSON.stringify(formAnswers),
    },
  });

  const [lead, ...others] = await listAll(server, readKey, '/v1/api/leads');
  assert.deepEqual(others, []);
  assert.equal(JSON.parse(/^answered (.+)$/m.exec(stdout)![1]!).id, lead.id);
  assert.deepEqual(
    [lead.customer.name, lead.customer.email, lead.title, lead.description, lead.address.city],
    [
      formAnswers.Name,
      formAnswers['E-mail'],
      formAnswers.Subject,
      formAnswers.Message,
      formAnswers.City,
    ],
  );
  const keys = proxy.seen.map(({ headers }) => headers['idempotency-key']);
  assert.deepEqual(keys, ['n8n-w1-17', 'n8n-w1-17']);
});
