// The Error-Code of each refusal that has no test of its own. The list of codes, the guide's table and
// what the service sends agree.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { type ErrorCode, errorCodes } from '#contract/error-codes.ts';
import { fieldRules } from '#contract/field-rules.ts';
import { channelsPerBrandMax } from '#contract/limits.ts';
import { type Answer, call, createLead } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { projectFiles, root } from '../support/project-files.ts';
import { sendRaw } from '../support/raw-http.ts';
import { assertError } from '../support/shapes.ts';
import { type SignedIn, signInAs } from '../support/sign-in.ts';
import { rowOfKey } from '../support/stored-keys.ts';

const read = (file: string) => readFileSync(join(root, file), 'utf8');

await withEachServer('error codes', (server) => {
  let key: string;
  let me: SignedIn;
  before(async () => {
    me = await signInAs(server);
    key = await server.createKey({ brandId: me.brandId });
  });
  const api = (path: string, options: Parameters<typeof call>[2] = {}) =>
    call(server, `/v1/api/${path}`, { key, ...options });

  const cases: Partial<Record<ErrorCode, () => Promise<Answer>>> = {
    validation_failed: () => api('leads', { body: {} }),
    invalid_json: () => api('leads', { rawBody: '{"title": ', method: 'POST' }),
    malformed_request: () => sendRaw(server, 'GARBAGE', '', ''),
    body_too_large: () => api('leads', { body: { notes: 'x'.repeat(300_000) } }),
    unsupported_media_type: () =>
      api('leads', { rawBody: 'a=b', method: 'POST', headers: { 'content-type': 'text/x' } }),
    headers_too_large: () =>
      sendRaw(server, 'GET / HTTP/1.1', 'Host: x', `A: ${'x'.repeat(20_000)}`, '', ''),
    not_found: () => api('work-items/unknown'),
    method_not_allowed: () => sendRaw(server, 'CONNECT x:1 HTTP/1.1', 'Host: x', '', ''),
    personal_data_not_allowed: async () => {
      const scopes = ['leads:read' as const];
      const impersonal = await server.createKey({ isImpersonal: true, scopes });
      return call(server, '/v1/api/assets/x', { key: impersonal });
    },
    version_conflict: async () => {
      const { body } = await createLead(server, key);
      const headers = { 'if-match': '"99"' };
      return api(`work-items/${body.id}`, { method: 'PATCH', body: { title: 'x' }, headers });
    },
    idempotency_key_reused: async () => {
      const headers = { 'idempotency-key': 'once' };
      await api('leads', { body: { customerName: 'Jan', title: 'Tap' }, headers });
      return api('leads', { body: { customerName: 'Jan', title: 'Roof' }, headers });
    },
    move_not_allowed: async () => {
      const { body } = await createLead(server, key);
      const answer = await api(`work-items/${body.id}`, {
        method: 'PATCH',
        body: { status: 'completed' },
      });
      const details = answer.headers.get('error-details');
      assert.equal(details, 'move_not_allowed;from=request;to=completed');
      return answer;
    },
    deleted_too_long_ago: async () => {
      const { body } = await createLead(server, key);
      await server.withDatabase((db) =>
        db.run('update work_items set deleted_at = ? where id = ?', 1, body.id),
      );
      return api(`work-items/${body.id}/restore`, { method: 'POST' });
    },
    address_exists: async () => {
      const { body } = await createLead(server, key, { city: 'Utrecht' });
      return me.call(`/v1/app/work-items/${body.id}/address`, { body: { city: 'Breda' } });
    },
    channels_full: async () => {
      const another = await signInAs(server);
      const create = () =>
        another.call('/v1/app/channels', { body: { type: 'hook', name: 'Hook' } });
      const made = await Promise.all(Array.from({ length: channelsPerBrandMax }, create));
      assert.ok(made.every(({ status }) => status === 201));
      return create();
    },
    owner_only: async () => {
      const helper = await signInAs(server, { brandId: me.brandId, role: 'member' });
      return helper.call('/v1/app/keys');
    },
    key_expired_already: async () => {
      const { id } = await rowOfKey(server, await server.createKey({ brandId: me.brandId }));
      await server.withDatabase((db) =>
        db.run('update api_keys set expires_at = ? where id = ?', 1, id),
      );
      return me.call(`/v1/app/keys/${id}/rotate`, { body: { overlapHours: 1 } });
    },
  };

  for (const [code, provoke] of Object.entries(cases)) {
    test(code, async () => {
      assertError(await provoke(), errorCodes[code as ErrorCode], code as ErrorCode);
    });
  }
});

// Why no test provokes them.
const unprovoked: Partial<Record<ErrorCode, string>> = {
  merge_too_many_customers: 'needs 500 merges',
  merge_too_many_work_items: 'needs 5,000 work items of one customer',
  merged_customer_gone: 'an erasure between two statements of an undo',
  replay_in_progress: 'a replay ends before a second call can see it',
  intake_in_progress: 'an intake becomes a lead before a second call can see it',
  rescue_in_progress: 'a rescue ends before a second call can see it',
  not_a_member: 'a member who leaves between two statements of a request',
  no_brand: 'a member who leaves every brand during a sign-in',
  role_changed: 'a member who loses the role between two statements of a request',
  link_changed: 'an account that changes between two statements of a request',
  members_full: 'needs 500 members',
  invitations_full: 'needs 100 invitations, beyond their rate limit',
  password_changed: 'two changes of a password between two statements',
  signed_out: 'a sign-out between two statements of a request',
  passkeys_full: 'needs 20 passkeys',
  imports_running: 'needs five imports that have not ended',
  bad_gateway: 'sent by a load balancer',
  gateway_timeout: 'sent by a load balancer',
  web_app_not_built: 'the tests build the web app',
};

test('every code is asserted by a test, or has a reason not to be', () => {
  const own = 'test/api/error-codes.test.ts';
  const tests = projectFiles('test').filter((file) => file.endsWith('.test.ts') && file !== own);
  const texts = [...tests.map(read), read(own).split('// Why no test provokes them.')[0]!];
  const literal = (code: string) => new RegExp(`'${code}'|^ {4}${code}: (?:async )?\\(`, 'm');
  const missing = Object.keys(errorCodes).filter(
    (code) => !(code in unprovoked) && !texts.some((text) => literal(code).test(text)),
  );
  assert.deepEqual(missing, []);
});

test('the guide lists every code with its status, and every rule', () => {
  const guide = read('docs/guide/errors.md');
  const rows = [...guide.matchAll(/^\| `(\w+)` \| (\d{3}) \|/gm)];
  const listed = rows.map(([, code, status]) => [code, Number(status)]);
  assert.equal(new Set(listed.map(([code]) => code)).size, listed.length);
  assert.deepEqual(Object.fromEntries(listed), errorCodes);
  const [forCallers = '', others = ''] = guide.split('Only the web app, members and operators');
  for (const code of codesOfWebApp()) {
    assert.ok(others.includes(`| \`${code}\` |`) && !forCallers.includes(`| \`${code}\` |`), code);
  }
  const [, table = ''] = guide.split('| rule | meaning |');
  const named = [...table.matchAll(/^\| ((?:`\w+`(?:, )?)+) \|/gm)].flatMap(([, cell]) =>
    cell!.match(/\w+/g)!,
  );
  assert.deepEqual(named.sort(), [...fieldRules].sort());
});

/** Those that only the web app's own routes send. */
function codesOfWebApp(): string[] {
  const sources = projectFiles('server')
    .filter((file) => file.endsWith('.ts') && !file.startsWith('server/http/docs/'))
    .map((file) => ({ file, text: read(file) }));
  return Object.keys(errorCodes).filter((code) => {
    const senders = sources.filter(({ text }) => text.includes(`'${code}'`));
    return (
      senders.length > 0 && senders.every(({ file }) => file.startsWith('server/http/routes/app/'))
    );
  });
}
