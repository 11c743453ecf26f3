// The contact form, filled in by people and by bots: with Node, as a Worker and as a Netlify
// function.
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { globSync } from 'node:fs';
import { after, before, beforeEach, describe, mock, test } from 'node:test';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LeadSubmission } from '#contract/lead-submission.ts';
import { listAll } from '../support/call.ts';
import { copyExample, type Example } from '../support/example.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { needs } from '../support/needs.ts';
import { sharedServer } from '../support/shared-server.ts';
import { eventually } from '../support/within.ts';
import { startWorker, workerd } from '../support/workerd.ts';

const server = await sharedServer();

type Settings = Record<string, string>;

interface Form {
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** The log so far. */
  output(): string;
  stop(): Promise<unknown>;
}

const runtimes: Record<string, (example: Example, settings: Settings) => Promise<Form>> = {
  async Node(example, settings) {
    const program = example.start(example.startCommand, { ...settings, PORT: '0' });
    const address = await program.says(/The form is at (\S+)/);
    return { ...program, fetch: (path, init) => fetch(address + path, init) };
  },

  async workerd({ folder }, bindings) {
    const files = globSync('*.js', { cwd: folder }).filter((name) => name !== 'server.js');
    const names = ['worker.js', ...files.filter((name) => name !== 'worker.js')];
    const modules = Object.fromEntries(names.map((name) => [name, name]));
    const worker = await startWorker({ folder, modules, bindings });
    return {
      ...worker,
      fetch: (path, init) => fetch(`http://127.0.0.1:${worker.port}${path}`, init),
    };
  },

  // Netlify runs functions in Node, and calls them with a Request.
  async Netlify({ folder }, settings) {
    const file = join(folder, 'netlify', 'functions', 'contact-form.js');
    const { default: answer } = await import(pathToFileURL(file).href);
    Object.assign(process.env, settings);
    const log = mock.method(console, 'error', () => {});
    return {
      fetch: async (path, init) => answer(new Request(`https://example.com${path}`, init)),
      output: () => log.mock.calls.map((call) => call.arguments.join(' ')).join('\n'),
      async stop() {
        log.mock.restore();
        for (const name of Object.keys(settings)) delete process.env[name];
      },
    };
  },
};

const filledIn = {
  customerName: 'Jan "de Loodgieter" <Jansen>',
  email: 'jan@example.com',
  phone: '0612345678',
  street: 'Oudegracht',
  streetNumber: '12',
  streetNumberAddition: 'A',
  postalCode: '3511 AB',
  city: 'Utrecht',
  title: 'Leaking tap',
  description: '\nIt drips.\nDay & night.',
  website: '',
};
const texts = LeadSubmission.properties as unknown as Record<string, { maxLength?: number }>;
const submissionIn = (html: string) => /name="submission" value="([^"]+)"/.exec(html)![1]!;
const problemsIn = (html: string) => [...html.matchAll(/<p>([^<]*)<\/p>/g)].map(([, text]) => text);

for (const [runtime, start] of Object.entries(runtimes)) {
  const skip = runtime === 'workerd' && workerd === undefined && needs('workerd');
  describe(`the form in ${runtime}`, { skip }, () => {
    let proxy: FaultProxy;
    let example: Example;
    let form: Form;
    let key: string;
    let fullKey: string;
    before(async () => {
      proxy = await startFaultProxy(server);
      const brandId = (await server.createBrand()).id;
      key = await server.createKey({ brandId, scopes: ['leads:write'] });
      fullKey = await server.createKey({ brandId });
      example = await copyExample('contact-form');
      form = await start(example, { VAKWERK_URL: proxy.url, VAKWERK_API_KEY: key });
    });
    after(async () => {
      await form?.stop();
      example?.remove();
      await proxy?.close();
    });
    beforeEach(() => proxy.reset());

    const leads = () => listAll(server, fullKey, '/v1/api/leads');
    const open = async () => (await form.fetch('/')).text();
    const send = async (values: Record<string, string>, headers = {}) => {
      const body = new URLSearchParams(values);
      const answer = await form.fetch('/', { method: 'POST', body, headers });
      return { status: answer.status, html: await answer.text() };
    };

    test('the page has every field, and not the key', async () => {
      const html = await open();
      for (const name of Object.keys(filledIn)) assert.match(html, new RegExp(`name="${name}"`));
      assert.doesNotMatch(html, /vk_|undefined|<script/);
      const style = /<style>([\s\S]*)<\/style>/.exec(html)![1]!;
      const policy = (await form.fetch('/')).headers.get('content-security-policy')!;
      assert.ok(policy.includes(`style-src 'sha256-${hash('sha256', style, 'base64')}'`), policy);
      assert.notEqual(submissionIn(html), submissionIn(await open()));
      for (const [name, { maxLength }] of Object.entries(texts)) {
        if (name in filledIn)
          assert.match(html, new RegExp(`name="${name}" maxlength="${maxLength}"`));
      }
    });

    test('other paths and methods are told so', async () => {
      assert.equal((await form.fetch('/favicon.ico')).status, 404);
      const refused = await form.fetch('/', { method: 'DELETE' });
      assert.deepEqual([refused.status, refused.headers.get('allow')], [405, 'GET, HEAD, POST']);
      assert.equal((await form.fetch('/', { method: 'HEAD' })).status, 200);
    });

    test('a submission becomes one lead; a resubmission none, a changed one another', async () => {
      const submission = submissionIn(await open());
      const [first, again] = await Promise.all([
        send({ submission, ...filledIn }),
        send({ submission, ...filledIn }),
      ]);
      assert.deepEqual([first.status, again.status], [200, 200]);
      assert.match(first.html, /Thank you/);
      const [lead, ...others] = await leads();
      assert.deepEqual(others, []);
      assert.deepEqual(
        [lead.title, lead.description, lead.customer.name, lead.customer.email, lead.source],
        [filledIn.title, filledIn.description.trim(), filledIn.customerName, filledIn.email, 'web'],
      );
      const { street, streetNumber, streetNumberAddition, city } = lead.address;
      assert.deepEqual(
        [street, streetNumber, streetNumberAddition, city],
        ['Oudegracht', '12', 'A', 'Utrecht'],
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

    test('a form from a page of another site is refused', async () => {
      const { status } = await send(filledIn, { 'sec-fetch-site': 'cross-site' });
      assert.deepEqual([status, proxy.seen], [403, []]);
    });

    test('a mistake is explained to the visitor, with the escaped input', async () => {
      const wrong = { ...filledIn, email: 'jan', phone: 'none', title: ' ', city: 'x'.repeat(201) };
      const { status, html } = await send({ submission: 'typed', ...wrong });
      assert.equal(status, 400);
      assert.deepEqual(problemsIn(html), [
        'Please fill in “What is it about?”.',
        '“City” is too long: please use at most 200 characters.',
        'Please check your e-mail address: it does not look complete.',
        'Please check your phone number: it has no digits.',
      ]);
      assert.match(html, /value="Jan &#34;de Loodgieter&#34; &#60;Jansen&#62;"/);
      assert.match(html, /name="street" [^>]*value="Oudegracht"/);
      assert.match(html, /<textarea [^>]*>\nIt drips\.\nDay &#38; night\.<\/textarea>/);
      assert.equal(submissionIn(html), 'typed');
      const silent = await send({ ...filledIn, email: '', phone: '' });
      assert.match(silent.html, /leave an e-mail address or a phone number/);
      assert.deepEqual(proxy.seen, []);
    });

    test('what only the service refuses is not shown in its words', async () => {
      const { status, html } = await send({ ...filledIn, email: 'jan@example..com' });
      assert.deepEqual([status, proxy.seen.length], [400, 1]);
      assert.deepEqual(problemsIn(html), ['Please check “E-mail address”.']);
      proxy.next({ kind: 'answers', status: 400, body: refusal(['phone must be other']) });
      assert.deepEqual(problemsIn((await send(filledIn)).html), ['Please check “Phone number”.']);
      proxy.next({ kind: 'answers', status: 400, body: refusal('body must be valid JSON') });
      assert.deepEqual(problemsIn((await send(filledIn)).html), [
        'Please check what you filled in, and send it again.',
      ]);
    });

    test('the page of a proxy is no refusal by the service, and not retried', async () => {
      for (const body of ['<h1>Bad Request</h1>', 'null', '{}']) {
        proxy.reset();
        proxy.next({ kind: 'answers', status: 400, body });
        const { status, html } = await send(filledIn);
        assert.deepEqual([status, proxy.seen.length], [502, 1]);
        assert.deepEqual(problemsIn(html), [
          'We could not receive your question just now. Please try again, or call us.',
        ]);
      }
      await eventually(async () => /a lead was not stored: 400/.test(form.output()));
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
      assert.deepEqual(problemsIn(html), [
        'We could not receive your question just now. Please try again, or call us.',
      ]);
      assert.equal(submissionIn(html), 'kept');
      await eventually(async () => /a lead was not stored: 503/.test(form.output()));
    });

    test('too much text is refused', async () => {
      const { status } = await send({ ...filledIn, description: 'a'.repeat(70_000) });
      assert.equal(status, 413);
      assert.deepEqual(proxy.seen, []);
    });

    test('the log holds neither the key nor user input', () => {
      assert.ok(!form.output().includes(key));
      for (const text of [filledIn.email, filledIn.phone, 'Jansen']) {
        assert.ok(!form.output().includes(text), text);
      }
    });
  });
}

test('the form speaks Dutch', async () => {
  const example = await copyExample('contact-form');
  const { VAKWERK_URL, VAKWERK_API_KEY } = { VAKWERK_URL: server.url, VAKWERK_API_KEY: 'vk_wrong' };
  const form = await runtimes['Node']!(example, {
    VAKWERK_URL,
    VAKWERK_API_KEY,
    FORM_LANGUAGE: 'nl',
  });
  try {
    const html = await (await form.fetch('/')).text();
    assert.match(html, /<html lang="nl">[\s\S]*<label for="streetNumber">Huisnummer<\/label>/);
    const body = new URLSearchParams({ customerName: 'Jan', email: 'jan' });
    const wrong = await form.fetch('/', { method: 'POST', body });
    assert.deepEqual(problemsIn(await wrong.text()), [
      'Vul “Waar gaat het om?” in.',
      'Controleer uw e-mailadres: het lijkt niet volledig.',
    ]);
  } finally {
    await form.stop();
    example.remove();
  }
});

test('without its settings it does not start', async () => {
  const example = await copyExample('contact-form');
  const { code, output } = await example.run(example.startCommand);
  example.remove();
  assert.deepEqual([code, output], [1, 'Set VAKWERK_URL and VAKWERK_API_KEY.\n']);
});

function refusal(message: string | string[]): string {
  return JSON.stringify({ statusCode: 400, message, error: 'Bad Request' });
}
