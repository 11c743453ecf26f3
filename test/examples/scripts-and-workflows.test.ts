// The curl scripts run, and the n8n workflow sends what n8n would make of it.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { call, createLead, listAll } from '../support/call.ts';
import { copyExample, type Example } from '../support/example.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { formAnswers } from '../support/n8n-form.ts';
import { needs } from '../support/needs.ts';
import { root } from '../support/project-files.ts';
import { sharedServer } from '../support/shared-server.ts';

const server = await sharedServer();

const newBrand = async () => {
  const brandId = (await server.createBrand()).id;
  const key = (...scopes: ('leads:read' | 'leads:write' | 'full')[]) =>
    server.createKey({ brandId, scopes });
  const full = await key('full');
  return { key, full, leads: () => listAll(server, full, '/v1/api/leads') };
};

const hasCurl = spawnSync('curl', ['--version'], { stdio: 'ignore' }).status === 0;
const skip = hasCurl ? false : needs('curl');

describe('the scripts for curl', () => {
  let example: Example;
  let proxy: FaultProxy;
  before(async () => {
    example = await copyExample('curl');
    proxy = await startFaultProxy(server);
  });
  after(async () => {
    await proxy?.close();
    example?.remove();
  });
  const run = (command: string[], key: string) =>
    example.run(['sh', ...command], { VAKWERK_URL: proxy.url, VAKWERK_API_KEY: key });

  test(
    'a file makes one lead, also when an answer gets lost and when it is sent again',
    { skip },
    async () => {
      const brand = await newBrand();
      const key = await brand.key('leads:write');
      proxy.next({ kind: 'reset-after' });
      const first = await run(['create-lead.sh', 'lead.json'], key);
      assert.equal(first.code, 0, first.output);
      const again = await run(['create-lead.sh', 'lead.json'], key);
      const [lead, ...others] = await brand.leads();
      assert.deepEqual(others, []);
      // Curl reports the failed attempt too.
      for (const { output } of [first, again]) {
        assert.equal(JSON.parse(/^\{.*\}$/m.exec(output)![0]).id, lead.id);
      }
    },
  );

  test('a refused lead fails the script with the reason', { skip }, async () => {
    const brand = await newBrand();
    writeFileSync(join(example.folder, 'empty.json'), '{}');
    const { code, output } = await run(
      ['create-lead.sh', 'empty.json'],
      await brand.key('leads:write'),
    );
    assert.equal(code, 1);
    assert.match(output, /The lead was not confirmed \(400\):[^]*customerName is required/);
  });

  test('a lead in progress is reported as such', { skip }, async () => {
    proxy.next({ kind: 'answers', status: 409, body: '{"statusCode":409}' });
    const { code, output } = await run(['create-lead.sh', 'lead.json'], 'vk_any');
    assert.equal(code, 1);
    assert.match(output, /\(409\):[^]*still being created: run this again/);
  });

  test('the list has all pages, and fails when the key is wrong', { skip }, async () => {
    const brand = await newBrand();
    for (const title of ['One', 'Two', 'Three']) await createLead(server, brand.full, { title });
    const key = await brand.key('leads:read');
    const { code, output } = await run(['list-leads.sh', 'limit=2&sort=createdAt'], key);
    assert.equal(code, 0, output);
    const pages = output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).data);
    assert.deepEqual(
      pages.map((page) => page.map(({ title }: { title: string }) => title)),
      [['One', 'Two'], ['Three']],
    );
    const refused = await run(['list-leads.sh'], 'vk_wrong');
    assert.notEqual(refused.code, 0);
    assert.match(refused.output, /"statusCode":401/);
  });

  test(
    'nothing of a failed attempt is in the list, and the key goes to no other host',
    { skip },
    async () => {
      const brand = await newBrand();
      await createLead(server, brand.full, { title: 'One' });
      const elsewhere = '<http://127.0.0.1:9/elsewhere?limit=7&sort=createdAt>; rel="next"';
      proxy.reset();
      proxy.next(
        { kind: 'answers', status: 503, body: '{"message":"not now"}' },
        { kind: 'answers', status: 200, body: '{"data":[]}', headers: { link: elsewhere } },
      );
      const { code, output } = await run(['list-leads.sh'], await brand.key('leads:read'));
      assert.equal(code, 0, output);
      const pages = (output.match(/^\{.*\}$/gm) ?? []).map((line) => JSON.parse(line).data.length);
      assert.deepEqual(pages, [0, 1]);
      assert.doesNotMatch(output, /not now/);
      assert.equal(proxy.seen.at(-1)!.path, '/v1/api/leads?limit=7&sort=createdAt');
    },
  );

  test('a lost response is not reported as a failed lead', { skip }, async () => {
    const env = { VAKWERK_URL: 'http://127.0.0.1:9', VAKWERK_API_KEY: 'vk_any' };
    // Curl would wait for seven seconds before it fails.
    const once = "sed -i.bak 's/--retry 3 --retry-all-errors --retry-max-time 90//' create-lead.sh";
    await example.run(['sh', '-c', once]);
    const { code, output } = await example.run(['sh', 'create-lead.sh', 'lead.json'], env);
    assert.equal(code, 1);
    assert.match(output, /The lead was not confirmed \(000\):/);
  });
});

describe('the workflow for n8n', () => {
  const text = readFileSync(join(root, 'examples', 'n8n', 'lead-from-form.json'), 'utf8');
  // oxlint-disable-next-line typescript/no-explicit-any
  const workflow = JSON.parse(text) as any;
  // oxlint-disable-next-line typescript/no-explicit-any
  const node = (type: string) => workflow.nodes.find((one: any) => one.type === type);
  const form = node('n8n-nodes-base.formTrigger');
  const request = node('n8n-nodes-base.httpRequest');

  test('has valid nodes and connections', () => {
    const keys = ['connections', 'name', 'nodes', 'pinData', 'settings'];
    assert.deepEqual(Object.keys(workflow).sort(), keys);
    assert.equal(workflow.nodes.length, 2);
    for (const one of workflow.nodes) {
      assert.match(one.id, /^[0-9a-f-]{36}$/);
      assert.equal(one.position.length, 2);
      assert.equal(typeof one.typeVersion, 'number');
      assert.equal(typeof one.parameters, 'object');
    }
    assert.deepEqual(workflow.connections, {
      [form.name]: { main: [[{ node: request.name, type: 'main', index: 0 }]] },
    });
  });

  // The names are those of version 4 of the node.
  test('the HTTP Request node has known parameters, and no key', () => {
    const { parameters, credentials } = request;
    assert.deepEqual(Object.keys(parameters).sort(), [
      'authentication',
      'genericAuthType',
      'headerParameters',
      'jsonBody',
      'method',
      'options',
      'sendBody',
      'sendHeaders',
      'specifyBody',
      'url',
    ]);
    const { method, authentication, genericAuthType, specifyBody, sendBody, sendHeaders } =
      parameters;
    assert.deepEqual(
      [method, authentication, genericAuthType, specifyBody, sendBody, sendHeaders],
      ['POST', 'genericCredentialType', 'httpHeaderAuth', 'json', true, true],
    );
    assert.equal(credentials, undefined);
    assert.doesNotMatch(text, /vk_/);
    assert.equal(request.retryOnFail, true);
    // n8n allows two to five attempts, and waits for five seconds at most.
    assert.ok(request.maxTries >= 2 && request.maxTries <= 5);
    assert.ok(request.waitBetweenTries <= 5000);
  });

  test('its request makes one lead, also when repeated', async () => {
    const brand = await newBrand();
    const key = await brand.key('leads:write');
    const labels = form.parameters.formFields.values.map(
      ({ fieldLabel }: { fieldLabel: string }) => fieldLabel,
    );
    assert.deepEqual(labels, Object.keys(formAnswers));
    const given = { $json: formAnswers, $workflow: { id: 'w1' }, $execution: { id: '17' }, JSON };
    const headers = Object.fromEntries(
      request.parameters.headerParameters.parameters.map(
        ({ name, value }: { name: string; value: string }) => [name, valueOf(value, given)],
      ),
    );
    const { pathname } = new URL(request.parameters.url);
    const rawBody = valueOf(request.parameters.jsonBody, given);
    const send = () => call(server, pathname, { key, headers, rawBody });
    const [first, again] = [await send(), await send()];
    assert.deepEqual([first.status, again.status], [201, 201], first.text);
    const [lead, ...others] = await brand.leads();
    assert.deepEqual(others, []);
    assert.deepEqual(
      [lead.customer.name, lead.title, lead.description, lead.address.city, lead.customer.phone],
      [formAnswers.Name, formAnswers.Subject, formAnswers.Message, formAnswers.City, ''],
    );
  });

  /** An n8n expression: `={{ … }}`, JavaScript within. */
  function valueOf(expression: string, given: object): string {
    const [, code] = /^=\{\{ (.+) \}\}$/s.exec(expression)!;
    return runInNewContext(code!, { ...given }) as string;
  }
});
