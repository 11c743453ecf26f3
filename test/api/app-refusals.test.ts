// API errors as the web app shows them to a member: in Dutch, with no English left over. Own
// servers: they trust no network, as by default.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { call } from '../support/call.ts';
import { withEachDatabase } from '../support/each-database.ts';
import type { TestServer } from '../support/server.ts';
import { type SignedIn, signInAs } from '../support/sign-in.ts';
import { beginImport, columns, columnsOf } from '../support/imports.ts';
import { eventually } from '../support/within.ts';
import { errorFrom } from '../../sdk/src/errors.ts';
import { describeError } from '../../web/src/parts/describe-error.ts';
import { errorWords } from '../../web/src/parts/error-words.ts';
import { i18n } from '../../web/src/words/words.ts';

const nobody = '00000000-0000-7000-8000-000000000000';

interface Asked {
  method?: string;
  path: string;
  body?: object;
  by?: SignedIn;
}

withEachDatabase('error texts', (start) => {
  let server: TestServer;
  let me: SignedIn;
  before(async () => {
    server = await start();
    me = await signInAs(server);
    i18n.activate('nl');
  });
  after(() => server?.stop());

  /** The text a page would show: a sentence, and one per field. */
  async function refused({ method = 'POST', path, body = {}, by = me }: Asked): Promise<string[]> {
    const answer = await by.call(path, { method, ...(method !== 'DELETE' && { body }) });
    assert.ok(answer.status >= 400 && answer.status < 500, `${path}: ${answer.status}`);
    const { status, text, headers } = answer;
    const [code, details] = [headers.get('error-code'), headers.get('error-details')];
    const error = errorFrom({ status, requestId: 'r', text, retryAfterMs: null, code, details });
    const trouble = describeError(error);
    assert.deepEqual(trouble.original, error.messages);
    return [trouble.text, ...trouble.fields.map((one) => one.text)];
  }

  async function made(path: string, body: object, by = me): Promise<string> {
    const answer = await by.call(path, { body });
    assert.ok(answer.status < 300, answer.text);
    return answer.body.id ?? answer.body.customerId;
  }

  const invalid = errorWords.pairs.invalid[1];

  test('fields', async () => {
    const cases: [Asked, string[]][] = [
      [
        { path: '/v1/api/leads', body: { email: 'x', phone: '-', priority: 'now' } },
        [
          'Volledige naam: vul dit in',
          'Titel: vul dit in',
          'E-mailadres: vul een geldig e-mailadres in',
          'Telefoon: vul minstens één cijfer in',
          'Prioriteit: gebruik een van de toegestane waarden',
        ],
      ],
      [
        { path: '/v1/api/work-items', body: { title: 'x', customerId: nobody, addressId: nobody } },
        ['Deze klant bestaat niet meer', 'Dit adres bestaat niet meer'],
      ],
      [
        { path: '/v1/api/work-items', body: { title: 'x' } },
        ['Kies een klant of vul een nieuwe in'],
      ],
      [
        { path: '/v1/app/keys', body: { name: 'a', scopes: [], expiresAt: null } },
        ['Rechten: kies er minstens een'],
      ],
      [
        {
          path: '/v1/app/keys',
          body: { name: 'a', scopes: ['full'], expiresAt: '2020-01-01T00:00:00Z' },
        },
        ['Einddatum: kies een datum in de toekomst'],
      ],
      [
        { path: '/v1/api/webhooks', body: { url: 'http://example.com' } },
        ['URL: de URL moet met https:// beginnen'],
      ],
      [
        { path: '/v1/api/webhooks', body: { url: 'https://10.0.0.1/' } },
        ['URL: deze URL is niet vanaf het internet bereikbaar'],
      ],
      [
        { path: '/v1/api/webhooks', body: { url: 'https://a:b@example.com/' } },
        ['URL: de URL mag geen gebruikersnaam of wachtwoord bevatten'],
      ],
      [
        { path: '/v1/api/webhooks', body: { url: 'https://example.com:99/' } },
        ['URL: de poort in de URL moet 443 zijn'],
      ],
      [
        { method: 'PATCH', path: '/v1/app/brand', body: { country: 'Nederland', timeZone: 'x' } },
        ['Land: dit land kennen we niet', 'Tijdzone: deze tijdzone kennen we niet'],
      ],
      [
        {
          path: '/v1/app/imports',
          body: { fileName: 'a', columns: columnsOf({ a: 'title' }), rows: [], isDryRun: true },
        },
        ['Het bestand heeft geen rijen onder de kolomnamen'],
      ],
      [
        {
          path: '/v1/app/imports',
          body: { fileName: 'a', columns: columnsOf({ a: null }), rows: [['b']], isDryRun: true },
        },
        ['Kies voor minstens één kolom een veld'],
      ],
      [
        {
          path: '/v1/app/imports',
          body: {
            fileName: 'a',
            columns: columnsOf({ a: 'title', b: 'title' }),
            rows: [['1', '2']],
            isDryRun: true,
          },
        },
        ['Twee kolommen kunnen niet hetzelfde veld zijn'],
      ],
    ];
    for (const [asked, said] of cases) {
      assert.deepEqual(await refused(asked), [invalid, ...said], asked.path);
    }
  });

  test('invalid jobs', async () => {
    const id = await made('/v1/api/leads', { customerName: 'Jan', title: 'Kraan' });
    const path = `/v1/api/work-items/${id}`;
    const patch = (body: object) => refused({ method: 'PATCH', path, body });
    assert.deepEqual(await patch({ status: 'completed' }), [
      'Van “Nieuw” kan het niet naar “Klaar”, alleen naar: “Contact gehad”, “Offerte verstuurd”, “Opname”, “Verloren”, “Nog in te plannen”, “Ingepland”. Misschien heeft iemand anders het intussen verplaatst.',
    ]);
    assert.deepEqual(await patch({ status: 'scheduled' }), [invalid, 'Begin: vul dit in']);
    assert.deepEqual(await patch({ scheduledEnd: '2026-01-01T10:00:00Z' }), [
      invalid,
      'Einde: vul ook een begin in',
    ]);
    await server.withDatabase((db) =>
      db.run('update work_items set deleted_at = ? where id = ?', 1, id),
    );
    assert.deepEqual(await refused({ path: `${path}/restore` }), [
      'Het is meer dan 30 dagen geleden verwijderd.',
    ]);
  });

  test('invalid merges', async () => {
    const customer = async (name: string) => {
      const { body } = await me.call('/v1/api/leads', {
        body: { customerName: name, title: 'Kraan', email: `${name}@example.com` },
      });
      return body.customerId as string;
    };
    const [one, other, third] = [await customer('a'), await customer('b'), await customer('c')];
    const merge = (id: string, customerId: string) => ({
      path: `/v1/api/customers/${id}/merge`,
      body: { customerId },
    });
    assert.deepEqual(await refused(merge(one, one)), [
      'Een klant kan niet met zichzelf worden samengevoegd.',
    ]);
    const archived = { archivedAt: new Date().toISOString() };
    await me.call(`/v1/api/customers/${third}`, { method: 'PATCH', body: archived });
    assert.deepEqual(await refused(merge(one, third)), [
      'Een van de twee klanten is gearchiveerd. Haal die eerst uit het archief.',
    ]);
    const merged = merge(one, other);
    const { body: kept } = await me.call(merged.path, { body: merged.body });
    const undo = { path: `/v1/api/customers/${one}/merges/${kept.mergeId}/undo` };
    assert.deepEqual(await refused(merged), ['Deze klant is al met een andere samengevoegd.']);
    assert.equal((await me.call(undo.path, { body: {} })).status, 200);
    assert.deepEqual(await refused(undo), ['Deze samenvoeging is al teruggedraaid.']);
  });

  test('members, keys and owner actions', async () => {
    const helper = await signInAs(server, { brandId: me.brandId, role: 'member' });
    assert.deepEqual(
      await refused({ path: '/v1/app/keys', body: { name: 'a', scopes: ['full'] }, by: helper }),
      ['Alleen een eigenaar kan dit doen.'],
    );
    assert.deepEqual(
      await refused({
        path: '/v1/app/invitations',
        body: { email: helper.email, role: 'member' },
      }),
      ['Deze persoon is al medewerker.'],
    );
    const demoted = { method: 'PATCH', path: `/v1/app/members/${me.accountId}` };
    assert.deepEqual(await refused({ ...demoted, body: { role: 'member' } }), [
      'Een bedrijf heeft een eigenaar nodig. Maak eerst iemand anders eigenaar.',
    ]);
    const wanted = { name: 'a', scopes: ['full'], expiresAt: null };
    const id = await made('/v1/app/keys', wanted);
    const rotated = { path: `/v1/app/keys/${id}/rotate`, body: { overlapHours: 1 } };
    assert.equal((await me.call(rotated.path, { body: rotated.body })).status, 201);
    assert.deepEqual(await refused(rotated), [
      'Deze sleutel is al vervangen. Vervang in plaats daarvan de nieuwe.',
    ]);
    await me.call(`/v1/app/keys/${id}`, { method: 'DELETE' });
    assert.deepEqual(await refused({ method: 'DELETE', path: `/v1/app/keys/${id}` }), [
      'Deze sleutel is al ingetrokken.',
    ]);
  });

  test('webhooks, imports and requests', async () => {
    const id = await made('/v1/api/webhooks', { url: 'https://example.com/', state: 'paused' });
    assert.deepEqual(
      await refused({
        path: `/v1/api/webhooks/${id}/replay`,
        body: { since: new Date(0).toISOString() },
      }),
      ['Deze webhook staat niet aan. Zet hem eerst aan.'],
    );
    const rows = [['Jan', 'Kraan', 'jan@example.com', '', '']];
    await beginImport(me, rows);
    assert.deepEqual(
      await refused({
        path: '/v1/app/imports',
        body: { fileName: 'leads.csv', columns, rows, isDryRun: false },
      }),
      ['Dit bestand is net al geïmporteerd. Draai die import terug om het opnieuw te importeren.'],
    );
    const key = await server.createKey({ brandId: me.brandId });
    const asked = await call(server, '/v1/api/work-items', { key });
    const requestId = asked.headers.get('x-request-id')!;
    await eventually(async () => {
      const { status } = await me.call(`/v1/api/requests/${requestId}`);
      return status === 200;
    });
    assert.deepEqual(await refused({ path: `/v1/api/requests/${requestId}/rescue` }), [
      'Van dit verzoek is niets bewaard, dus het kan niet worden aangenomen.',
    ]);
  });
});
