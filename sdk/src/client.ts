import { readApiKey, readBaseUrl } from './credentials.ts';
import { checkTime } from './request.ts';
import { Addresses } from './resources/addresses.ts';
import { Assets } from './resources/assets.ts';
import { CalendarLinks } from './resources/calendar-links.ts';
import { Customers } from './resources/customers.ts';
import { Events } from './resources/events.ts';
import { Intakes } from './resources/intakes.ts';
import { Key } from './resources/key.ts';
import { Leads } from './resources/leads.ts';
import { Members } from './resources/members.ts';
import { Requests } from './resources/requests.ts';
import { Webhooks } from './resources/webhooks.ts';
import { WorkItems } from './resources/work-items.ts';
import type { RetryPolicy } from './retry.ts';
import { revalidating } from './revalidate.ts';
import { type Connection, type Hooks, sender } from './send.ts';

export interface VakwerkOptions extends Partial<RetryPolicy>, Hooks {
  /** By default the environment variable `VAKWERK_API_KEY`, in Node, Deno and Bun. */
  apiKey?: string | undefined;
  /**
   * The address of the service, such as `https://leads.example.com`. By default the environment
   * variable `VAKWERK_URL`, in Node, Deno and Bun.
   */
  baseUrl?: string | undefined;
  /** Timeout of each attempt; 10 seconds by default. */
  timeoutMs?: number;
  /** Replaces the platform's `fetch`. */
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
  readonly intakes: Intakes;
  readonly requests: Requests;
  readonly assets: Assets;
  readonly calendarLinks: CalendarLinks;
  readonly members: Members;
  readonly key: Key;

  constructor(options: VakwerkOptions = {}) {
    // The key is in no field, so that logging a client does not leak it.
    const send = sender(connectionOf(options));
    this.leads = new Leads(send);
    this.workItems = new WorkItems(send);
    this.addresses = new Addresses(send);
    this.customers = new Customers(send);
    this.events = new Events(send);
    this.webhooks = new Webhooks(send);
    this.intakes = new Intakes(send);
    this.requests = new Requests(send);
    this.assets = new Assets(send);
    this.calendarLinks = new CalendarLinks(send);
    this.members = new Members(send);
    this.key = new Key(send);
  }
}

function connectionOf({ apiKey, baseUrl, fetch, ...options }: VakwerkOptions): Connection {
  // Looked up on each call: browsers require the global object as receiver, and tests replace it.
  const plainFetch = fetch ?? ((input, init) => globalThis.fetch(input, init));
  const isInBrowser = 'document' in globalThis;
  const connection: Connection = {
    ...options,
    ...defaults,
    apiKey: readApiKey(apiKey),
    baseUrl: readBaseUrl(baseUrl),
    fetch: isInBrowser ? plainFetch : revalidating(plainFetch),
  };
  for (const name of Object.keys(defaults) as (keyof typeof defaults)[]) {
    const value = options[name] ?? defaults[name];
    checkTime(name, value);
    connection[name] = value;
  }
  return connection;
}
