// Brings work-items.csv up to date: the first run reads everything, later runs read the event feed.
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { responseOf, Vakwerk } from '@vakwerk/client';
import { csvText } from './csv.js';

const { FOLDER = '.' } = process.env;
const stateFile = join(FOLDER, 'state.json');
const csvFile = join(FOLDER, 'work-items.csv');
const limit = 200;
const columns = [
  'id',
  'status',
  'priority',
  'title',
  'customer',
  'email',
  'phone',
  'street',
  'city',
  'scheduledStart',
  'createdAt',
  'updatedAt',
];

// Reads VAKWERK_URL and VAKWERK_API_KEY.
const client = new Vakwerk();
const state = existsSync(stateFile)
  ? JSON.parse(readFileSync(stateFile, 'utf8'))
  : { after: null, rows: {} };

if (state.after === null) await readEverything();
else await readEvents();

replaceFile(stateFile, JSON.stringify(state));
const rows = Object.values(state.rows).sort((one, other) => (one.id < other.id ? 1 : -1));
replaceFile(csvFile, csvText(columns, rows));
console.log(`${rows.length} rows, up to event ${state.after}`);

async function readEverything() {
  // Get the feed's position first: changes made during the read are then read again, not missed.
  state.after = await lastEventId();
  await keepAll({});
}

async function readEvents() {
  const customers = new Set();
  const addresses = new Set();
  for await (const event of client.events.list({ after: state.after, limit })) {
    const [kind, what] = event.type.split('.');
    // A new customer is part of the lead or job that created it.
    if (kind === 'customer' && what !== 'created') customers.add(event.subjectId);
    else if (kind === 'address') addresses.add(event.subjectId);
    else if (event.data === null || 'customer' in event.data) keep(event.subjectId, event.data);
    state.after = event.id;
  }
  // A row also shows its customer and address.
  for (const customerId of customers) await keepAll({ customerId });
  for (const addressId of addresses) await keepAll({ addressId });
}

async function keepAll(filter) {
  const query = { ...filter, archived: 'include', limit };
  for await (const lead of client.leads.list(query)) keep(lead.id, lead);
  for await (const job of client.workItems.list(query)) keep(job.id, job);
}

function keep(id, item) {
  if (item === null || item.deletedAt !== null) {
    delete state.rows[id];
    return;
  }
  const { customer, address } = item;
  state.rows[id] = {
    ...Object.fromEntries(columns.map((column) => [column, item[column]])),
    customer: customer.name,
    email: customer.email,
    phone: customer.phone,
    street:
      address && `${address.street} ${address.streetNumber}${address.streetNumberAddition}`.trim(),
    city: address?.city,
  };
}

async function lastEventId() {
  const page = await client.events.list({ after: 'latest' }).page();
  const next = /[?&]after=(\d+)/.exec(responseOf(page)?.headers.get('link') ?? '');
  return next?.[1] ?? '0';
}

/** Replaces the file atomically: a reader never sees half of it. */
function replaceFile(file, text) {
  const draft = `${file}.new`;
  writeFileSync(draft, text, { mode: 0o600 });
  chmodSync(draft, 0o600);
  renameSync(draft, file);
}
