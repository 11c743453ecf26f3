// The contact form, filled in by people and by bots.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { listAll } from '../support/call.ts';
import { copyExample, type Example, type Program } from '../support/example.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { sharedServer } from '../support/shared-server.ts';

const server = await sharedServer();

const filledIn = {
  customerName: 'Jan "de Loodgieter" <Jansen>',
  email: 'jan@example.com',
  phone: '0612345678',
  street: 'Oudegracht 1',
  postalCode: '3511 AB',
  city: 'Utrecht',
  title: 'Leaking tap',
  description: 'It drips.\nDay & night.',
  website: '',
};

let proxy: FaultProxy;
let example: Example;
let program: Program;
let address: string;
let key: string;
let fullKey: string;
before(async () => {
  proxy = await startFaultProxy(server);
  const brandId = (await server.createBrand()).id;
  key = await server.createKey({ brandId, scopes: ['leads:write'] });
  fullKey = await server.createKey({ brandId });
  example = await copyExample('contact-form');
  program = example.start(example.startCommand, {
    VAKWERK_URL: proxy.url,
    VAKWERK_KEY: key,
    PORT: '0',
  });
  address = await program.says(/The form is at (\S+)/);
});
after(async () => {
  await program?.stop();
  example?.remove();
  await proxy?.close();
});
beforeEach(() => proxy.reset());

const leads = () => listAll(server, fullKey, '/v1/api/leads');
const openForm = async () => (await fetch(address)).text();
const submissionIn = (html: string) => /name="submission" value="([^"]+)"/.exec(html)![1]!;
const send = async (values: Record<string, string>) => {
  const answer = await fetch(address, { method: 'POST', body: new URLSearchParams(values) });
  return { status: answer.status, html: await answer.text() };
};

test('the page has every field, and not the key', async () => {
  const html = await openForm();
  for (const name of Object.keys(filledIn)) assert.match(html, new RegExp(`name="${name}"`));
  assert.doesNotMatch(html, /vk_|\{\{|<script/);
  assert.notEqual(submissionIn(html), submissionIn(await openForm()));
});

test('a submission becomes one lead; a resubmission none, a changed one another', async () => {
  const submission = submissionIn(await openForm());
  const [first, again] = await Promise.all([
    send({ submission, ...filledIn }),
    send({ submission, ...filledIn }),
  ]);
  assert.deepEqual([first.status, again.status], [200, 200]);
  assert.match(first.html, /Thank you/);
  const [lead, ...others] = await leads();
  assert.deepEqual(others, []);
  assert.deepEqual(
    [lead.title, lead.description, lead.customer.name, lead.customer.email, lead.address.city],
    [filledIn.title, filledIn.description, filledIn.customerName, filledIn.email, 'Utrecht'],
  );

  await send({ submission, ...filledIn, title: 'And the boiler' });
  assert.deepEqual(
    (await leads()).map(({ title }) => title),
    ['And the boiler', 'Leaking tap'],
  );
});

test('a bot is thanked, and nothing is sent', async () => {
  const { status, html } = await send({ ...filledIn, website: 'https://spam.example' });
  assert.equal(status, 200);
  assert.match(html, /Thank you/);
  assert.deepEqual(proxy.seen, []);
});

test('a refusal shows the reason and the escaped input', async () => {
  const { status, html } = await send({ ...filledIn, email: 'jan', title: ' ' });
  assert.equal(status, 400);
  assert.match(html, /<p>title is required/);
  assert.match(html, /<p>email must be/);
  assert.match(html, /value="Jan &#34;de Loodgieter&#34; &#60;Jansen&#62;"/);
  assert.match(html, /name="city" value="Utrecht"/);
});

test('a lead whose response was lost exists once', async () => {
  const count = (await leads()).length;
  proxy.next({ kind: 'reset-after' });
  const { status } = await send({ submission: 'lost', ...filledIn });
  assert.equal(status, 200);
  assert.equal((await leads()).length, count + 1);
});

test('while the service is down, visitors can retry with the same form', async () => {
  // Longer than any visitor would wait.
  proxy.next({ kind: 'answers', status: 503, headers: { 'retry-after': '3600' } });
  const { status, html } = await send({ submission: 'kept', ...filledIn });
  assert.equal(status, 502);
  assert.match(html, /Please try again, or call us/);
  assert.equal(submissionIn(html), 'kept');
  assert.match(program.output(), /a lead was not stored: ServerError 503/);
});

test('too much text is refused', async () => {
  const { status } = await send({ ...filledIn, description: 'a'.repeat(70_000) });
  assert.equal(status, 413);
  assert.deepEqual(proxy.seen, []);
});

test('the log holds neither the key nor user input', () => {
  assert.ok(!program.output().includes(key));
  for (const text of [filledIn.email, filledIn.phone, 'Jansen']) {
    assert.ok(!program.output().includes(text), text);
  }
});
