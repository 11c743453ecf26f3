// An installation on SQLite with something of everything in it, made by a real server.
import assert from 'node:assert/strict';
import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { createLeadRoute, createLeads } from '#actions/leads/create-leads.ts';
import { systemAuthor } from '#core/author.ts';
import type { PostcodeRow } from '#db/tables.ts';
import { systemContext } from '#runner/system-context.ts';
import { call, createLead } from './call.ts';
import { PasskeyDevice } from './passkey-device.ts';
import { startPhotoServer } from './photo-server.ts';
import { startServer, type TestServer } from './server.ts';
import { invitationTo, passwordOfTests, type SignedIn, signInAs } from './sign-in.ts';
import { revokeKey } from './stored-keys.ts';
import { storeIntakes } from './stored-intakes.ts';
import { changeCustomer, changeWorkItem } from './stored-records.ts';

export interface InstallationToMove {
  file: string;
  dataDir: string;
  keys: { full: string; other: string; revoked: string };
  idempotent: { headers: Record<string, string>; lead: Record<string, unknown> };
  /** The latest lead of a customer known only by e-mail address. */
  known: { email: string; customerId: string };
  /** A signed-in member. */
  member: { cookie: string; accountId: string };
  /** The API's responses, as `answersOf` returns them. */
  answers: Record<string, unknown>;
}

/** Texts that an engine or a driver could misread. */
const oddTexts = [
  `O'Brien "de" \\ back\\slash {NULL} {"a",NULL}`,
  'NULL',
  '$1 ? ?? :name @name --x; drop table leads; /* */',
  'tab\tand\nline break',
  '\u{1f6bf}\u{1f468}\u{200d}\u{1f527} Łódź Ñandú ﬁ İstanbul ẞ',
  'مرحبا עברית 漢字 \u{20bb7}',
  `${'Ω'.repeat(199)}!`,
  '2026-11-15T00:00:00Z',
  randomUUID().toUpperCase(),
];
const manyLeads = 1_500;
const leadsAtOnce = 500;

export async function makeInstallationToMove(dataDir: string): Promise<InstallationToMove> {
  const start = (options = {}) => startServer({ ...options, dataDir });
  const { server, host, stop } = await startPhotoServer(start);
  try {
    const brand = await server.createBrand({ name: `Bakker & "Zonen"`, country: 'BE' });
    const full = await server.createKey({ brandId: brand.id });
    const keys = { full, other: await server.createKey(), revoked: await server.createKey() };
    await revokeKey(server, keys.revoked);
    await addPostcodes(server);
    await addOddLeads(server, full);
    await addPhotos(server, full, host.url);
    await addChangedItems(server, full);
    await addMergedCustomers(server, full);
    await createLead(server, keys.other, { title: 'Of the other brand', email: 'jan@example.com' });
    const idempotent = {
      headers: { 'idempotency-key': 'order-1' },
      lead: { title: 'Only once', email: 'once@example.com' },
    };
    await createLead(server, full, idempotent.lead, idempotent.headers);
    await addManyLeads(server, brand.id);
    await addWaitingJob(server, brand.id);
    await addWebhook(server, full);
    await call(server, '/v1/api/calendar-links', { key: full, body: { name: 'Phone' } });
    const member = await addMembers(server, brand.id);
    await addImport(server, brand.id);
    await addNote(server, full);
    await addCustomerMail(server, brand.id, full);
    // Stored in the request log.
    await createLead(server, full, { title: '', customerName: oddTexts[0] });
    const email = 'known@example.com';
    const { body } = await createLead(server, full, { email });
    for (const text of oddTexts) {
      const odd = await createLead(server, full, { title: 'From a channel' });
      const stored = { brandId: brand.id, workItemId: odd.body.id, text };
      await server.withDatabase((db) => storeIntakes(db, stored));
    }
    return {
      file: server.databaseFile,
      dataDir,
      keys,
      idempotent,
      known: { email, customerId: body.customerId },
      member,
      answers: await answersOf(server, { keys }),
    };
  } finally {
    await stop();
  }
}

/** With a delivery for which no connection was made. */
async function addWebhook(server: TestServer, key: string): Promise<void> {
  const path = '/v1/api/webhooks';
  const body = { url: 'https://no-such-host.test/', description: oddTexts[0], state: 'paused' };
  const made = await call(server, path, { key, body });
  await call(server, `${path}/${made.body.id}/ping`, { key, method: 'POST' });
}

async function addPostcodes(server: TestServer): Promise<void> {
  const rows: PostcodeRow[] = Array.from({ length: 1_200 }, (_, n) => ({
    country: n % 2 === 0 ? 'NL' : 'BE',
    postcode: `${1_000 + n}`,
    latitude: 50 + n / 997,
    longitude: 4 + Math.sqrt(n),
  }));
  await server.withDatabase((db) => db.transaction((trx) => trx.insertRows('postcodes', rows)));
}

async function addOddLeads(server: TestServer, key: string): Promise<void> {
  for (const [n, text] of oddTexts.entries()) {
    await createLead(server, key, {
      customerName: text,
      title: text,
      description: text.repeat(3),
      companyName: text,
      notes: text,
      city: text,
      street: text,
      email: `odd${n}@example.com`,
      // Unknown fields stay in the submission, also values that no text column can hold.
      extra: { text, nul: 'a\u0000b', half: '\ud800' },
    });
  }
}

async function addPhotos(
  server: TestServer,
  key: string,
  url: (path: string) => string,
): Promise<void> {
  const sets = [['/photo.jpg', '/photo.png?n=2', '/missing'], ['/photo.jpg'], []];
  for (const paths of sets) {
    const photoUrls = [...paths.map(url), ...(paths.length > 1 ? ['http://plain.example/'] : [])];
    await createLead(server, key, { title: 'With photos', photoUrls });
  }
}

async function addChangedItems(server: TestServer, key: string): Promise<void> {
  const make = async (title: string) =>
    (await createLead(server, key, { title, email: `${randomUUID()}@example.com` })).body;
  const now = Date.now();
  const tagged = await make('Tagged');
  await changeWorkItem(server, tagged.id, { tags: ['spoed', `O'Brien, "x"`, '\u{1f6bf}'] });
  await changeWorkItem(server, (await make('No tags')).id, { tags: [] });
  const archived = await make('Archived');
  await changeWorkItem(server, archived.id, { archivedAt: now });
  await changeCustomer(server, archived.customerId, { archivedAt: now });
  const deleted = await make('Deleted');
  await changeWorkItem(server, deleted.id, { deletedAt: now });
  await changeCustomer(server, deleted.customerId, { deletedAt: now });
  const job = await make('Planned job');
  await changeWorkItem(server, job.id, {
    status: 'scheduled',
    priorityRank: 3,
    scheduledStart: now + 1,
    scheduledEnd: now + 3_600_001,
    estimatedCost: 9_007_199_254_740_991,
    createdBy: randomUUID(),
  });
}

async function addMergedCustomers(server: TestServer, key: string): Promise<void> {
  const leads = ['kept', 'merged'].map((name) => ({
    customerName: `Customer who was ${name}`,
    email: `${name}@example.com`,
  }));
  const [kept, merged] = [
    (await createLead(server, key, leads[0]!)).body,
    (await createLead(server, key, leads[1]!)).body,
  ];
  const body = { customerId: merged.customerId };
  await call(server, `/v1/api/customers/${kept.customerId}/merge`, { key, body });
  // Moved to another customer.
  const moved = (await createLead(server, key, { email: 'moved@example.com' })).body;
  const patch = { method: 'PATCH', key, body: { customerId: kept.customerId } };
  await call(server, `/v1/api/work-items/${moved.id}`, patch);
}

// Enough for several chunks of each table.
async function addManyLeads(server: TestServer, brandId: string): Promise<void> {
  const context = systemContext();
  const requests = Array.from({ length: manyLeads }, (_, n) => {
    const lead = {
      customerName: `Customer ${n % 700}`,
      title: `Job ${n}`,
      email: `customer${n % 700}@example.com`,
      phone: `06${String(10_000_000 + n)}`,
      city: 'Gent',
      postalCode: `${1_000 + (n % 500)}`,
      street: `Street ${n % 90}`,
    };
    return {
      brandId,
      brandCountry: 'BE',
      brandLanguage: 'en' as const,
      author: { ...systemAuthor, requestId: randomUUID() },
      lead: lead as never,
      rawBody: JSON.stringify(lead),
      idempotency: {
        route: createLeadRoute,
        key: `many-${n}`,
        bodyHash: 'x',
        photoWaitMs: 0,
      } as const,
    };
  });
  for (let at = 0; at < requests.length; at += leadsAtOnce) {
    const batch = requests.slice(at, at + leadsAtOnce);
    const results = await server.withDatabase((db) => createLeads(db, batch, context));
    const bad = results.find(({ outcome }) => outcome !== 'created');
    if (bad) throw new Error(JSON.stringify(bad));
  }
}

/** One signed in with a passkey, one invited, and one who has left. */
async function addMembers(
  server: TestServer,
  brandId: string,
): Promise<InstallationToMove['member']> {
  const me = await signInAs(server, { brandId, name: oddTexts[0]! });
  const begin = () =>
    me.call('/v1/app/passkeys/options', { body: { currentPassword: passwordOfTests } });
  const { options, challengeId } = (await begin()).body;
  const response = new PasskeyDevice({ origin: server.url }).create(options);
  const body = { challengeId, name: 'Phone', response };
  const added = await me.call('/v1/app/passkeys', { body });
  if (added.status !== 201) throw new Error(added.text);
  await begin();
  await invitationTo(server, { brandId, role: 'member', email: 'invited@example.com' });
  await addNotifications(me);
  const leaving = await signInAs(server, { brandId, role: 'member', name: oddTexts[1]! });
  const left = await me.call(`/v1/app/members/${leaving.accountId}`, { method: 'DELETE' });
  assert.equal(left.status, 204, left.text);
  return { cookie: me.cookie, accountId: me.accountId };
}

async function addNotifications(me: SignedIn): Promise<void> {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  const keys = {
    p256dh: ecdh.getPublicKey('base64url'),
    auth: randomBytes(16).toString('base64url'),
  };
  const subscription = { endpoint: 'https://push.example/a', keys };
  const made = await me.call('/v1/app/push-subscriptions', { body: subscription });
  assert.ok(made.status < 300, made.text);
  const settings = { method: 'PATCH', body: { quietFrom: 1_320, quietUntil: 420 } };
  const changed = await me.call('/v1/app/notifications', settings);
  assert.equal(changed.status, 200, changed.text);
}

async function addNote(server: TestServer, key: string): Promise<void> {
  const { body } = await createLead(server, key, { title: 'With a note' });
  const note = { key, body: { text: oddTexts[0] } };
  const answer = await call(server, `/v1/api/work-items/${body.id}/notes`, note);
  assert.equal(answer.status, 201, answer.text);
}

/** As one that the mail server has taken. */
async function addCustomerMail(server: TestServer, brandId: string, key: string): Promise<void> {
  const { body } = await createLead(server, key, { title: 'With a mail' });
  const mail = {
    brandId,
    id: randomUUID(),
    workItemId: body.id,
    customerId: body.customerId,
    kind: 'receipt' as const,
    onceKey: 'receipt',
    state: 'sent' as const,
    scheduledStart: null,
    scheduledEnd: null,
    createdAt: Date.now(),
    keepUntil: Date.now() + 60_000,
  };
  await server.withDatabase((db) =>
    db.transaction((trx) => trx.insertRows('customerMails', [mail])),
  );
}

/** As in the middle of an import, without its job. */
async function addImport(server: TestServer, brandId: string): Promise<void> {
  const [id, importId] = [randomUUID(), randomUUID()];
  const counts = { rows: 2, done: 1, created: 1, refused: 0 };
  const undone = { removed: 0, kept: 0, archivedCustomers: 0 };
  const row = { workItemId: id, customerId: id, isNewCustomer: 1, messages: null, undoneAs: null };
  await server.withDatabase((db) =>
    db.transaction(async (trx) => {
      await trx.insertRows('imports', [
        {
          brandId,
          id: importId,
          fileName: oddTexts[0]!,
          makes: 'leads',
          contentHash: 'hash',
          status: 'running',
          ...counts,
          ...undone,
          requestId: id,
          createdBy: id,
          createdAt: Date.now(),
          endedAt: null,
        },
      ]);
      await trx.insertRows('importBatches', [
        { brandId, importId, number: 1, entries: JSON.stringify(oddTexts) },
      ]);
      await trx.insertRows('importRows', [{ brandId, importId, rowNumber: 2, ...row }]);
    }),
  );
}

// With an id as older versions made them, and a payload whose fields PostgreSQL reorders.
async function addWaitingJob(server: TestServer, brandId: string): Promise<void> {
  await server.withDatabase((db) =>
    db.insertRows('jobs', [
      {
        brandId,
        id: randomUUID().replaceAll('-', ''),
        kind: 'fetchPhoto',
        subject: randomUUID(),
        lane: '',
        payload: '{"url":"https://photos.example/1.jpg","position":0}',
        dueAt: Date.UTC(2100, 0, 1),
        createdAt: 0,
        plannedAt: 0,
        leasedUntil: null,
        claims: 2,
        failures: 1,
      },
    ]),
  );
}

const questions = [
  '/v1/api/leads?limit=200&archived=include',
  '/v1/api/leads?sort=updatedAt',
  '/v1/api/leads?sort=-priority&limit=7',
  '/v1/api/leads?archived=only',
  '/v1/api/leads?tag=spoed',
  '/v1/api/leads?q=customer 12',
  '/v1/api/leads?q=brien de',
  '/v1/api/leads?q=lodz',
  '/v1/api/leads?q=漢字',
  '/v1/api/leads?q=0610000123',
  '/v1/api/leads?q=with photos',
  '/v1/api/work-items?sort=scheduledStart',
  '/v1/api/work-items?q=planned',
  '/v1/api/customers?limit=200&archived=include',
  '/v1/api/customers?sort=updatedAt',
  '/v1/api/customers?q=customer who was',
  '/v1/api/customers?q=0610000123',
  '/v1/api/address?limit=200',
  '/v1/api/address?q=gent street 8',
  '/v1/api/address?postalCode=1012',
  '/v1/api/intakes?limit=200',
  '/v1/api/intakes?state=held,discarded',
];

/** The API's responses: the first pages of many lists. */
export async function answersOf(
  server: Pick<TestServer, 'url'>,
  { keys }: Pick<InstallationToMove, 'keys'>,
): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const [name, key] of Object.entries(keys)) {
    for (const question of questions) {
      const { status, body } = await call(server, question, { key });
      answers[`${name} ${question}`] = [status, body.data];
      // Two empty lists would be equal, even if all rows were lost.
      if (name === 'full' && body.data.length === 0) throw new Error(`nothing for ${question}`);
    }
  }
  return answers;
}
