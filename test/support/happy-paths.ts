// One good request for every operation of the OpenAPI document, on records made along the way.
import assert from 'node:assert/strict';
import { type Answer, call } from './call.ts';
import { type Document, operationsOf } from './open-api.ts';
import { eventually } from './within.ts';

interface Request {
  /** Values of the path's parameters. */
  path?: Record<string, string>;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: unknown;
  /** By default any 2xx. */
  status?: number;
}

type Send = (operationId: string, request?: Request) => Promise<Answer>;

interface Hosts {
  pictureUrl: string;
  receiverUrl: string;
}

interface SenderOptions {
  observe?: (operationId: string, request: Request, answer: Answer) => void;
  /** For requests that must be refused, where `server` is a proxy that would refuse them itself. */
  upstream?: { url: string };
}

/** Sends requests by operation, each of which must succeed, and remembers the operations. */
export function senderOf(
  document: Document,
  server: { url: string },
  key: string,
  { observe, upstream = server }: SenderOptions = {},
): { send: Send; reached: Set<string> } {
  const reached = new Set<string>();
  const operations = operationsOf(document).map(({ name, operation }) => {
    const [method, path] = name.split(' ') as [string, string];
    return { id: operation.operationId, method, path };
  });
  const send: Send = async (operationId, request = {}) => {
    const { path = {}, query, headers = {}, body, status } = request;
    const operation = operations.find(({ id }) => id === operationId);
    assert.ok(operation, `there is no operation ${operationId}`);
    const filled = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      assert.ok(path[name], `${operationId} needs ${name}`);
      return encodeURIComponent(path[name]);
    });
    const search = query ? `?${new URLSearchParams(query).toString()}` : '';
    const { method } = operation;
    const sent = { key, method, headers, ...(body !== undefined && { body }) };
    const answer = await call(status === 400 ? upstream : server, filled + search, sent);
    const isExpected = status ? answer.status === status : Math.floor(answer.status / 100) === 2;
    assert.ok(isExpected, `${operationId}: ${answer.status} ${answer.text}`);
    observe?.(operationId, request, answer);
    if (answer.status < 300) reached.add(operationId);
    return answer;
  };
  return { send, reached };
}

/** Calls every operation; throws when one fails. */
export async function walkHappyPaths(
  document: Document,
  { send, reached }: ReturnType<typeof senderOf>,
  hosts: Hosts,
): Promise<void> {
  await send('getCurrentKey');
  await send('listMembers');
  // First, so that it gets the events of what follows.
  const webhook = await send('createWebhook', { body: { url: hosts.receiverUrl } });
  const item = await walkWorkItems(send, hosts);
  await walkCustomers(send);
  await walkRequests(send);
  await walkIntakes(send);
  await walkCalendar(send);
  await walkWebhooks(send, webhook.body.id);
  await readTheRest(document, send, reached, item);
}

async function walkWorkItems(send: Send, { pictureUrl }: Hosts): Promise<string> {
  const lead = await send('createLead', {
    body: { ...person('Lead'), city: 'Utrecht', street: 'Oudegracht', photoUrls: [pictureUrl] },
    headers: { 'idempotency-key': 'happy' },
  });
  const { id } = lead.body;
  await send('createLeadBatch', { body: { leads: [person('First'), person('Second')] } });
  const job = { title: 'Boiler service', customerId: lead.body.customerId };
  const made = await send('createWorkItem', { body: job });
  const path = { id };
  for (const list of ['listLeads', 'listWorkItems', 'listAddresses', 'listCustomers']) {
    const page = await send(list, { query: { limit: '1' } });
    const headers = { 'if-none-match': page.headers.get('etag')! };
    await send(list, { query: { limit: '1' }, headers, status: 304 });
  }
  const { headers } = await send('getWorkItem', { path });
  const version = { 'if-match': headers.get('etag')! };
  await send('updateWorkItem', { path, body: { status: 'contacted' }, headers: version });
  await send('updateWorkItem', { path, body: { category: null, tags: ['tap'] } });
  const note = await send('addNote', { path, body: { text: 'Called back' } });
  await send('listNotes', { path });
  await send('editNote', {
    path: { ...path, noteId: note.body.id },
    body: { text: 'Called' },
  });
  await send('deleteWorkItem', { path: { id: made.body.id } });
  await send('restoreWorkItem', { path: { id: made.body.id } });
  await send('addPhotos', { path, body: { photoUrls: [`${pictureUrl}?later`] } });
  // The server sends no mail.
  await send('mailWorkReport', { path, status: 409 });
  await send('listWorkItemHistory', { path });
  await send('listEvents', { query: { after: '0', limit: '2' } });
  await eventually(async () => {
    const { body } = await send('listPhotos', { path });
    if (body.data[0].status !== 'stored') return false;
    await send('getAsset', { path: { id: body.data[0].assetId }, query: { size: 'thumbnail' } });
    return true;
  });
  const { body: photos } = await send('listPhotos', { path });
  await send('removePhoto', { path: { ...path, assetId: photos.data[0].assetId } });
  const place = { id: lead.body.addressId };
  await send('getAddress', { path: place });
  await send('updateAddress', { path: place, body: { streetNumber: '14' } });
  return id;
}

async function walkCustomers(send: Send): Promise<void> {
  const make = async (name: string) =>
    (await send('createLead', { body: person(name) })).body.customerId as string;
  const path = { id: await make('Kept') };
  await send('getCustomer', { path });
  await send('updateCustomer', { path, body: { phone: '+31 6 87654321', notes: null } });
  await send('archiveCustomer', { path });
  await send('unarchiveCustomer', { path });
  await send('mergeCustomer', { path, body: { customerId: await make('Other') } });
  const merges = await send('listCustomerMerges', { path });
  const mergeId = merges.body.data[0].id;
  await send('undoCustomerMerge', { path: { ...path, mergeId } });
  await send('exportCustomer', { path });
  await send('eraseCustomer', { path: { id: await make('Erased') }, query: { erase: 'true' } });
}

async function walkRequests(send: Send): Promise<void> {
  // A lead without a title, to be rescued.
  const refused = await send('createLead', { body: { customerName: 'Refused' }, status: 400 });
  const path = { id: refused.headers.get('x-request-id')! };
  await send('listRequests', { query: { status: '4xx' } });
  // The log is written after the response.
  await eventually(async () => (await send('listRequests')).body.data.some(hasId(path.id)));
  await send('getRequest', { path });
  await send('rescueLead', { path, body: { title: 'Rescued' } });
}

/** A lead without a title is in the tray. */
async function walkIntakes(send: Send): Promise<void> {
  const refused = await send('createLead', { body: { customerName: 'Kept' }, status: 400 });
  const path = { id: refused.headers.get('x-request-id')! };
  const query = { state: 'refused', source: 'api' };
  await eventually(async () =>
    (await send('listIntakes', { query })).body.data.some(hasId(path.id)),
  );
  await send('getIntake', { path });
  await send('discardIntake', { path });
  await send('restoreIntake', { path });
  await send('acceptIntake', { path, body: { title: 'Accepted' } });
}

async function walkCalendar(send: Send): Promise<void> {
  const link = await send('createCalendarLink', { body: { name: 'Phone' } });
  await send('listCalendarLinks');
  await send('revokeCalendarLink', { path: { id: link.body.id } });
}

async function walkWebhooks(send: Send, id: string): Promise<void> {
  const path = { id };
  await send('listWebhooks');
  await send('getWebhook', { path });
  await send('updateWebhook', { path, body: { description: 'Planning board' } });
  await send('pingWebhook', { path });
  let deliveryId = '';
  await eventually(async () => {
    const { body } = await send('listWebhookDeliveries', {
      path,
      query: { eventType: 'lead.created', status: 'delivered' },
    });
    deliveryId = body.data[0]?.id ?? '';
    return deliveryId !== '';
  });
  const delivery = { id, deliveryId };
  await send('getWebhookDelivery', { path: delivery });
  await send('replayWebhookDelivery', { path: delivery });
  await send('replayWebhook', { path, body: { since: '2100-01-01T00:00:00Z' } });
  await send('rotateWebhookSecret', { path });
  await send('deleteWebhook', { path });
}

/** Operations that only read a lead or work item need no request of their own here. */
async function readTheRest(
  document: Document,
  send: Send,
  reached: Set<string>,
  id: string,
): Promise<void> {
  for (const { name, operation } of operationsOf(document)) {
    const isRead = /^GET \/v1\/api\/(leads|work-items)\/\{id\}/.test(name);
    if (isRead && !reached.has(operation.operationId)) {
      await send(operation.operationId, { path: { id } });
    }
  }
}

const person = (name: string) => ({
  customerName: `${name} Jansen`,
  title: 'Leaking tap',
  email: `${name.toLowerCase()}@example.com`,
});

const hasId = (id: string) => (one: { id: string }) => one.id === id;
