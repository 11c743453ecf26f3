// The WordPress plugin: what visitors send becomes a lead, also when the service is down meanwhile.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { listAll } from '../support/call.ts';
import { commandLine } from '../support/command-line.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { missingFor } from '../support/guide-snippets.ts';
import { root } from '../support/project-files.ts';
import { makePicture } from '../support/sample-pictures.ts';
import { sharedServer } from '../support/shared-server.ts';
import { eventually } from '../support/within.ts';
import { contact, elementor, gravity } from '../support/wordpress-forms.ts';
import { startWordpressSite, type WordpressSite } from '../support/wordpress-site.ts';

const server = await sharedServer();

describe('the WordPress plugin', { skip: missingFor('php') ?? false }, () => {
  let site: WordpressSite;
  let proxy: FaultProxy;
  let key: string;
  let channelId: string;
  let hookUrl: string;
  before(async () => {
    proxy = await startFaultProxy(server);
    site = await startWordpressSite();
  });
  after(async () => {
    await site?.stop();
    await proxy?.close();
  });
  beforeEach(async () => {
    proxy.reset();
    const brandId = (await server.createBrand()).id;
    key = await server.createKey({ brandId });
    const hook = ['--brand', brandId, '--type', 'hook', '--name', 'WordPress'];
    const made = await commandLine(server.dataDir).json('channels', 'create', ...hook);
    channelId = made.id;
    hookUrl = proxy.url + new URL(made.url, proxy.url).pathname;
    await site.setOptions({
      vakwerk_hook_url: hookUrl,
      vakwerk_form_url: `https://leads.example.com/f/${channelId}`,
      test_clock: 0,
      test_locale: 'en_US',
      test_full_disk: 0,
      _transient_vakwerk_down: ['', 0],
    });
  });

  const leads = () => listAll(server, key, '/v1/api/leads');
  const oneLead = async () => {
    const [lead, ...others] = await leads();
    assert.deepEqual(others, []);
    return lead;
  };
  const assertSent = async () => {
    assert.deepEqual((await site.waiting()).submissions, []);
    assert.equal(site.warnings(), '');
  };

  test('Contact Form 7: a submission becomes a lead', async () => {
    const referer = `${site.url}/contact/`;
    await site.request('/contact-form-7', { body: contact, referer });
    const { customer, title, description } = await oneLead();
    assert.deepEqual(
      [customer.name, customer.email, title, description],
      [
        'Jan "Loodgieter" Jansen',
        'jan@example.com',
        'Lekkende kraan',
        contact.values['your-message'],
      ],
    );
    const sent = JSON.parse(proxy.seen[0]!.body);
    assert.deepEqual(
      [sent['_formName'], sent['_pageUrl'], sent['your-choice']],
      ['Contact', referer, ['Keuken', 'Bad']],
    );
    assert.ok(!('g-recaptcha-response' in sent) && !('empty' in sent));
    await assertSent();
  });

  test('Contact Form 7: pictures become photos', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vakwerk-uploads-'));
    try {
      const file = join(folder, 'kraan "1".jpg');
      writeFileSync(file, await makePicture('jpeg'));
      await site.request('/contact-form-7', {
        body: { ...contact, files: { 'your-file': [file] } },
      });
      const { id, customer } = await oneLead();
      assert.equal(customer.email, 'jan@example.com');
      await eventually(async () => {
        const photos = await listAll(server, key, `/v1/api/work-items/${id}/photos`);
        return photos.length === 1 && photos[0].status === 'stored';
      });
      await assertSent();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('Contact Form 7: what another plugin stopped is not sent', async () => {
    await site.request('/contact-form-7', { body: { ...contact, isAborted: true } });
    assert.deepEqual(proxy.seen, []);
    await assertSent();
  });

  test('Gravity Forms: parts, choices and files', async () => {
    await site.request('/gravity', { body: gravity });
    const { customer, description, id } = await oneLead();
    assert.deepEqual(
      [customer.name, customer.phone, customer.email, description],
      ['Anna de Vries', '06 12345678', 'anna@example.com', 'Dak lekt'],
    );
    const sent = JSON.parse(proxy.seen[0]!.body);
    assert.deepEqual(
      [sent['Soort werk'], sent['Dagen'], sent['Maten'], sent['Tijd']],
      [['Dak', 'Goot'], ['ma', 'di'], ['10', '20'], '10:30 am'],
    );
    assert.equal(sent['Bestanden'], 'https://example.invalid/dak.jpg');
    assert.ok(!('Captcha' in sent));
    assert.equal((await listAll(server, key, `/v1/api/work-items/${id}/photos`)).length, 1);
    await site.request('/gravity', {
      body: { ...gravity, entry: { ...gravity.entry, 3: 'Casino', status: 'spam' } },
    });
    await oneLead();
    await assertSent();
  });

  test('Elementor: titles, or ids where there is none', async () => {
    await site.request('/elementor', { body: elementor });
    const { customer, description } = await oneLead();
    assert.deepEqual(
      [customer.name, customer.phone, description],
      ['Piet Smit', '0301234567', 'Graag een offerte'],
    );
    await assertSent();
  });

  for (const [what, fault] of [
    ['is down', { kind: 'reset-before' }],
    ['is overloaded', { kind: 'answers', status: 503, headers: { 'retry-after': '1' } }],
    ['redirects', { kind: 'answers', status: 302, headers: { location: '/elsewhere' } }],
    ['refuses by a proxy', { kind: 'answers', status: 400, body: '<h1>Bad Request</h1>' }],
    ['loses its answer', { kind: 'reset-after' }],
  ] as const) {
    test(`a submission waits when the service ${what}, and makes one lead`, async () => {
      proxy.next(fault, { kind: 'reset-before' });
      await site.request('/contact-form-7', { body: contact });
      const failed = await site.waiting();
      assert.deepEqual([failed.submissions.length, failed.retries], [1, 1]);
      assert.notEqual(failed.submissions[0]!.error, '');
      await site.cron(30);
      assert.equal(proxy.seen.length, 1, 'not before its time');
      await site.cron(61);
      assert.equal((await site.waiting()).submissions[0]!.attempts, 2);
      await site.cron(61 + 301);
      assert.deepEqual(await site.waiting(), { submissions: [], retries: 0 });
      await oneLead();
      assert.equal(site.warnings(), '');
    });
  }

  test('while the service is down, visitors do not wait for it, and all are sent later', async () => {
    proxy.next({ kind: 'reset-before' });
    const submissions = [1, 2, 3, 4, 5].map((number) => ({
      ...contact,
      values: { ...contact.values, 'your-email': `jan${number}@example.com` },
    }));
    await site.request('/contact-form-7', { body: submissions[0]! });
    await Promise.all(submissions.map((body) => site.request('/contact-form-7', { body })));
    assert.equal(proxy.seen.length, 1);
    assert.equal((await site.waiting()).submissions.length, 5);
    await site.cron(61);
    const emails = (await leads()).map(({ customer }) => customer.email).sort();
    assert.deepEqual(
      emails,
      submissions.map(({ values }) => values['your-email']),
    );
    await assertSent();
  });

  test('a submission that failed often does not delay a new one', async () => {
    proxy.next({ kind: 'reset-before' }, { kind: 'reset-before' }, { kind: 'reset-before' });
    await site.request('/contact-form-7', { body: contact });
    await site.cron(61);
    await site.cron(362);
    assert.equal((await site.waiting()).submissions[0]!.attempts, 3);
    await site.setOptions({ test_clock: 700 });
    proxy.next({ kind: 'reset-before' });
    await site.request('/elementor', { body: elementor });
    await site.cron(761);
    assert.equal((await oneLead()).customer.name, 'Piet Smit');
    await site.cron(362 + 901);
    assert.equal((await leads()).length, 2);
    await assertSent();
  });

  test('a double click makes one lead', async () => {
    await Promise.all([1, 2, 3].map(() => site.request('/elementor', { body: elementor })));
    await oneLead();
    await assertSent();
  });

  test('what the service refuses is kept there, and sent once', async () => {
    const values = { 'your-message': 'Bel mij' };
    await site.request('/contact-form-7', { body: { ...contact, values } });
    const intakes = await listAll(server, key, '/v1/api/intakes');
    assert.deepEqual(
      intakes.map(({ state }) => state),
      ['refused'],
    );
    await assertSent();
  });

  test('a database that is full does not stop a submission', async () => {
    await site.setOptions({ test_full_disk: 300 });
    await site.request('/contact-form-7', { body: contact });
    await oneLead();
    assert.match(site.warnings(), /^$|could not be stored, but was sent/);
  });

  test('without a hook nothing is stored or sent', async () => {
    await site.setOptions({ vakwerk_hook_url: '' });
    await site.request('/contact-form-7', { body: contact });
    assert.deepEqual(proxy.seen, []);
    await assertSent();
  });

  test('shortcode and block show the embed of the form in the settings', async () => {
    const shown = await site.request('/page', {
      body: { lang: 'nl', url: 'https://evil.example' },
    });
    const script = `<script src="https://leads.example.com/f/embed.js" data-channel="${channelId}" async data-lang="nl"></script>`;
    assert.equal(shown.text.split(script).length - 1, 2, shown.text);
    assert.ok(
      shown.text.includes(
        `<noscript><p><a href="https://leads.example.com/f/${channelId}">Open het formulier</a>`,
      ),
    );
    assert.ok(!shown.text.includes('evil'));
    const hostile = await site.request('/page', { body: { id: '"><script>', lang: '"' } });
    assert.ok(hostile.text.includes(`data-channel="${channelId}"`), hostile.text);
    const plain = await site.request('/page', { body: '""' });
    assert.ok(plain.text.includes('embed.js'));
    await site.setOptions({ vakwerk_form_url: '' });
    assert.equal((await site.request('/page', { body: {} })).text, '');
    const hint = await site.request('/page', { body: {}, isAdmin: true });
    assert.match(hint.text, /type the URL of the form/);
    assert.match((await site.request('/block.js')).text, /registerBlockType\('vakwerk\/form'/);
    await assertSent();
  });

  describe('settings', () => {
    const page = '/wp-admin/options-general.php';
    const nonceIn = (html: string) => /name="_wpnonce" value="(\w+)"/.exec(html)![1]!;
    const save = async (formUrl: string, url: string) => {
      const { text } = await site.request(page, { isAdmin: true });
      const body = new URLSearchParams({
        _wpnonce: nonceIn(text),
        vakwerk_form_url: formUrl,
        vakwerk_hook_url: url,
      });
      return site.request('/wp-admin/options.php', { body, isAdmin: true });
    };

    test('are shown to administrators, and escaped', async () => {
      await site.setOptions({ vakwerk_form_url: '"><script>alert(1)</script>' });
      const { text } = await site.request(page, { isAdmin: true });
      assert.ok(text.includes('&quot;&gt;&lt;script&gt;') && !text.includes('<script>'), text);
      assert.match(text, /None: everything was sent/);
      assert.doesNotMatch((await site.request(page)).text, /vakwerk_hook_url/);
      await assertSent();
    });

    test('are in Dutch on a Dutch site', async () => {
      await site.setOptions({ test_locale: 'nl_NL' });
      proxy.next({ kind: 'reset-before' });
      await site.request('/contact-form-7', { body: contact });
      const { text } = await site.request(page, { isAdmin: true });
      for (const words of ['URL van het formulier', 'Wachtende inzendingen', 'Nu versturen']) {
        assert.ok(text.includes(words), text);
      }
      assert.match(text, /1 inzending wacht op verzending/);
      await save('x', hookUrl);
      assert.match(site.settingErrors(), /De URL moet eruitzien als https:/);
      await site.cron(120);
      await assertSent();
    });

    test('every text is translated, and the compiled file is up to date', () => {
      const folder = join(root, 'examples', 'wordpress');
      const translation = join(folder, 'languages', 'vakwerk-forms-nl_NL');
      const php = readFileSync(join(folder, 'vakwerk-forms.php'), 'utf8');
      const texts = [...php.matchAll(/\b(?:__|esc_html__|_n)\('([^']+)'/g)].map(
        ([, text]) => text!,
      );
      const po = readFileSync(`${translation}.po`, 'utf8');
      const translated = [...po.matchAll(/^msgid "(.+)"$/gm)].map(([, text]) => text!);
      assert.deepEqual([...new Set(texts)].toSorted(), translated.toSorted());
      const mo = readFileSync(`${translation}.mo`, 'utf8');
      for (const [, text] of po.matchAll(/^msg(?:id|id_plural|str|str\[\d\]) "(.+)"$/gm)) {
        assert.ok(mo.includes(`${text}\0`), text!);
      }
    });

    test('a wrong URL is refused, and the former one stays', async () => {
      assert.equal((await save(`${server.url}/f/abc-1`, hookUrl)).status, 200);
      for (const wrong of [
        'http://leads.example.com/in/abc',
        'javascript:alert(1)',
        'https://a/f/b',
      ])
        await save(`${server.url}/f/abc-1`, wrong);
      assert.match(
        site.settingErrors(),
        /(?:must look like https:\/\/leads\.example\.com\/in\/…[^]*){3}/,
      );
      const { text } = await site.request(page, { isAdmin: true });
      assert.ok(text.includes(`value="${hookUrl}"`) && text.includes(`/f/abc-1"`), text);
      await assertSent();
    });

    test('what waits is told, shown, sent and deleted by administrators only', async () => {
      proxy.next({ kind: 'reset-before' });
      const values = { ...contact.values, 'your-name': '<script>alert(1)</script>' };
      await site.request('/contact-form-7', { body: { ...contact, values } });
      const { text } = await site.request(page, { isAdmin: true });
      assert.match(text, /1 submission waits to be sent/);
      assert.ok(text.includes('&lt;script&gt;alert(1)') && !text.includes('<script>'));
      assert.doesNotMatch((await site.request(page)).text, /waits/);

      const forms = [...text.matchAll(/<form [^]*?<\/form>/g)].map(([form]) => form);
      const bodyOf = (action: string) => {
        const form = forms.find((one) => one.includes(`value="${action}"`))!;
        const waiting = /name="waiting" value="(\w*)"/.exec(form)![1]!;
        return new URLSearchParams({ action, waiting, _wpnonce: nonceIn(form) });
      };
      const post = '/wp-admin/admin-post.php';
      for (const action of ['vakwerk_send', 'vakwerk_delete']) {
        const body = bodyOf(action);
        assert.equal((await site.request(post, { body })).status, 403);
        body.set('_wpnonce', 'wrong');
        assert.equal((await site.request(post, { body, isAdmin: true })).status, 403);
      }
      assert.equal((await site.waiting()).submissions.length, 1);

      proxy.next({ kind: 'reset-before' });
      const send = () => site.request(post, { body: bodyOf('vakwerk_send'), isAdmin: true });
      assert.equal((await send()).status, 302);
      assert.equal((await site.waiting()).submissions[0]!.attempts, 2);
      await send();
      await oneLead();
      proxy.next({ kind: 'reset-before' });
      await site.request('/contact-form-7', { body: { ...contact, values } });
      await site.request(post, { body: bodyOf('vakwerk_delete'), isAdmin: true });
      await assertSent();
    });

    test('removing the plugin leaves nothing', async () => {
      await site.request('/hook', { body: { hook: 'activate' } });
      proxy.next({ kind: 'reset-before' });
      await site.request('/contact-form-7', { body: contact });
      await site.request('/hook', { body: { hook: 'deactivate' } });
      await site.request('/hook', { body: { hook: 'uninstall' } });
      const [options, events] = JSON.parse((await site.request('/state')).text);
      const left = Object.keys(options).filter((name) => !name.startsWith('test_'));
      assert.deepEqual([left, events], [[], []]);
    });
  });
});
