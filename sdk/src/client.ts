import { checkTime } from './request.ts';
import { Addresses } from './resources/addresses.ts';
import { Assets } from './resources/assets.ts';
import { CalendarLinks } from './resources/calendar-links.ts';
import { Customers } from './resources/customers.ts';
import { Events } from './resources/events.ts';
import { Key } from './resources/key.ts';
import { Leads } from './resources/leads.ts';
import { Requests } from './resources/requests.ts';
import { Webhooks } from './resources/webhooks.ts';
import { WorkItems } from './resources/work-items.ts';
import type { RetryPolicy } from './retry.ts';
import { revalidating } from './revalidate.ts';
import { type Connection, type Hooks, sender } from './send.ts';

export interface VakwerkOptions extends Partial<RetryPolicy>, Hooks {
  apiKey: string;
  /** Where the service is, such as `https://leads.example.com`. */
  baseUrl: string;
  /** For each attempt; 10 seconds by default. */
  timeoutMs?: number;
  /** Used instead of the one that the platform has. */
  fetch?: typeof globalThis.fetch;
}

const defaults = {
  timeoutMs: 10_000,
  retriesMax: 3,
  retryBaseMs: 500,
  retryWaitMsMax: 60_000,
};

export class Vakwerk {
  readonly leads: Leads;
  readonly workItems: WorkItems;
  readonly addresses: Addresses;
  readonly customers: Customers;
  readonly events: Events;
  readonly webhooks: Webhooks;
  readonly requests: Requests;
  readonly assets: Assets;
  readonly calendarLinks: CalendarLinks;
  readonly key: Key;

  constructor(options: VakwerkOptions) {
    // The key is in no field, and so in no log that a client gets into.
    const send = sender(connectionOf(options));
    this.leads = new Leads(send);
    this.workItems = new WorkItems(send);
    this.addresses = new Addresses(send);
    this.customers = new Customers(send);
    this.events = new Events(send);
    this.webhooks = new Webhooks(send);
    this.requests = new Requests(send);
    this.assets = new Assets(send);
    this.calendarLinks = new CalendarLinks(send);
    this.key = new Key(send);
  }
}

function connectionOf({ apiKey, baseUrl, fetch, ...options }: VakwerkOptions): Connection {
  // Said without the key itself; fetch would show it.
  if (typeof apiKey !== 'string' || !/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new TypeError('apiKey must be a key as it was issued, without blanks or line ends');
  }
  // Called anew each time: browsers want it called on the global object, and tests replace it.
  const plainFetch = fetch ?? ((input, init) => globalThis.fetch(input, init));
  const isInBrowser = 'document' in globalThis;
  const connection: Connection = {
    ...options,
    ...defaults,
    apiKey,
    baseUrl: addressIn(baseUrl),
    fetch: isInBrowser ? plainFetch : revalidating(plainFetch),
  };
  for (const name of Object.keys(defaults) as (keyof typeof defaults)[]) {
    const value = options[name] ?? defaults[name];
    checkTime(name, value);
    connection[name] = value;
  }
  return connection;
}

/** What was checked is what is used, and not the text as it was given. */
function addressIn(baseUrl: string): string {
  const { protocol, username, password, search, hash, origin, pathname } = new URL(baseUrl);
  if (!/^https?:$/.test(protocol)) {
    throw new TypeError('baseUrl must begin with https:// or http://');
  }
  // Said without the address: a password in it would be shown, and hooks would be told of it.
  if (username || password || search || hash) {
    throw new TypeError('baseUrl must have no user, password, query or part behind a #');
  }
  return origin + pathname.replace(/\/+$/, '');
}
