// Keeps a number of connections busy creating leads, and knows of each lead what became of it.
import { setTimeout as wait } from 'node:timers/promises';
import type { Answer } from './call.ts';
import { answerOf, HttpConnection } from './http-connection.ts';
import type { TestServer } from './server.ts';

interface LoadLead {
  readonly email: string;
  readonly title: string;
  readonly city: string | null;
  readonly idempotencyKey: string | null;
  readonly request: Buffer;
  /** How often it was sent to the end. */
  timesSent: number;
  /** Of the last answer; null when the connection broke before one came. */
  status: number | null;
  /** Until that, or until the connection broke. */
  tookMs: number;
  /** From the answer 201. */
  id: string | null;
  /** Made by an earlier sending whose answer never came. */
  isReplayed: boolean;
}

interface LoadOptions {
  key: string;
  connections: number;
  /** Those with an Idempotency-Key are sent again after a refusal too, all others come a little later. */
  isPatient?: boolean;
}

const cities = ['Utrecht', 'Zwolle', 'Maastricht', null];
// One of three leads has a key, and can be sent again after its connection broke.
const leadsPerIdempotencyKey = 3;
const patienceMs = 50;
// The machine may be busy with something else.
const waitMsMax = 90_000;

/** In the text of every lead of a load, and so found by a search. */
export const loadWord = 'waterschade';

export class LeadLoad {
  readonly leads: LoadLead[] = [];
  readonly acknowledged: LoadLead[] = [];
  readonly refusals: (Answer & { tookMs: number })[] = [];
  /** Of the answer for which it took longest. */
  slowestMs = 0;
  readonly #options: LoadOptions;
  #toRetry: LoadLead[] = [];
  #isStopping = false;
  #runs: Promise<unknown> = Promise.resolve();
  readonly #milestones: { acknowledged: number; reach(): void }[] = [];

  constructor(options: LoadOptions) {
    this.#options = options;
  }

  start(server: Pick<TestServer, 'url'>): void {
    this.#isStopping = false;
    this.#runs = Promise.all(
      Array.from({ length: this.#options.connections }, () => this.#keepBusy(server)),
    );
  }

  /** Resolves when the server takes no more connections, or after `stop`. */
  ended(): Promise<unknown> {
    return this.#runs;
  }

  /** In the moment in which so many more have been acknowledged. */
  async untilAcknowledged(more: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const milestone = { acknowledged: this.acknowledged.length + more, reach: resolve };
    this.#milestones.push(milestone);
    const timer = setTimeout(() => {
      const { acknowledged, leads } = this;
      reject(new Error(`${acknowledged.length} of ${leads.length} leads were acknowledged`));
    }, waitMsMax);
    await promise.finally(() => {
      clearTimeout(timer);
      this.#milestones.splice(this.#milestones.indexOf(milestone), 1);
    });
  }

  /** What is under way is waited for. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#runs;
  }

  /** Sends those with an Idempotency-Key again whose connection broke, until all have an answer. */
  async sendRetries(server: Pick<TestServer, 'url'>): Promise<void> {
    const connection = await HttpConnection.open(server);
    if (!connection) throw new Error('the server does not listen');
    for (const lead of this.#toRetry.splice(0)) await this.#send(lead, connection);
    connection.close();
  }

  async #keepBusy(server: Pick<TestServer, 'url'>): Promise<void> {
    while (!this.#isStopping) {
      const connection = await HttpConnection.open(server);
      if (!connection) return;
      while (!this.#isStopping && connection.isOpen) {
        await this.#send(this.#toRetry.pop() ?? this.#makeLead(), connection);
      }
      connection.close();
    }
  }

  async #send(lead: LoadLead, connection: HttpConnection): Promise<void> {
    lead.timesSent++;
    const began = performance.now();
    const answer = await connection.exchange(lead.request);
    const tookMs = performance.now() - began;
    this.slowestMs = Math.max(this.slowestMs, tookMs);
    lead.tookMs = tookMs;
    lead.status = answer?.status ?? null;
    if (answer?.status === 201) this.#acknowledge(lead, answer.body);
    if (answer && answer.status !== 201) this.refusals.push({ ...answerOf(answer), tookMs });
    lead.isReplayed = /^idempotent-replayed: true/im.test(answer?.head ?? '');
    const isRefused = this.#options.isPatient && answer !== null && answer.status !== 201;
    if ((answer === null || isRefused) && lead.idempotencyKey !== null) this.#toRetry.push(lead);
    if (answer && /^connection: close/im.test(answer.head)) connection.close();
    if (isRefused) await wait(patienceMs);
  }

  #acknowledge(lead: LoadLead, body: string): void {
    lead.id = (JSON.parse(body) as { id: string }).id;
    this.acknowledged.push(lead);
    for (const { acknowledged, reach } of this.#milestones) {
      if (this.acknowledged.length >= acknowledged) reach();
    }
  }

  #makeLead(): LoadLead {
    const number = this.leads.length;
    const email = `lead-${number}@example.com`;
    const title = `${loadWord} ${number}`;
    const city = cities[number % cities.length]!;
    const idempotencyKey = number % leadsPerIdempotencyKey === 0 ? `load-${number}` : null;
    const body = JSON.stringify({
      customerName: `Customer ${number}`,
      title,
      email,
      ...(city && { city, street: 'Dorpsstraat', streetNumber: String(number) }),
    });
    const request = leadRequest(this.#options.key, body, {
      ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
    });
    const lead = {
      email,
      title,
      city,
      idempotencyKey,
      request,
      timesSent: 0,
      status: null,
      tookMs: 0,
      id: null,
      isReplayed: false,
    };
    this.leads.push(lead);
    return lead;
  }
}

export function leadRequest(
  key: string,
  body: string,
  headers: Record<string, string> = {},
): Buffer {
  const fields = {
    Host: 'localhost',
    'X-API-Key': key,
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    ...headers,
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`POST /v1/api/leads HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
}
