// Visitors of forms, as browsers and programs post them.
import assert from 'node:assert/strict';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { cursorKeyOf } from '#db/installation-secrets.ts';
import { formSecretFrom } from '#http/forms/form-secret.ts';
import { Visits } from '#http/forms/visit.ts';
import { type Answer, call, listAll } from './call.ts';
import type { TestServer } from './server.ts';
import { signInAs, type SignedIn } from './sign-in.ts';

export interface TestChannel {
  id: string;
  url: string;
  /** The path of the URL. */
  path: string;
  me: SignedIn;
  key: string;
  // oxlint-disable-next-line typescript/no-explicit-any
  intakes(query?: string): Promise<any[]>;
  // oxlint-disable-next-line typescript/no-explicit-any
  leads(): Promise<any[]>;
  change(patch: object): Promise<void>;
}

export async function makeChannel(
  server: TestServer,
  body: object,
  owner?: SignedIn,
): Promise<TestChannel> {
  const me = owner ?? (await signInAs(server));
  const key = await server.createKey({ brandId: me.brandId });
  const made = await me.call('/v1/app/channels', { body: { name: 'Website', ...body } });
  assert.equal(made.status, 201, made.text);
  const { id, url } = made.body;
  return {
    id,
    url,
    path: new URL(url, server.url).pathname,
    me,
    key,
    intakes: (query = '') => listAll(server, key, `/v1/api/intakes?channelId=${id}${query}`),
    leads: () => listAll(server, key, '/v1/api/leads'),
    async change(patch) {
      const changed = await me.call(`/v1/app/channels/${id}`, { method: 'PATCH', body: patch });
      assert.equal(changed.status, 200, changed.text);
    },
  };
}

let visitors = 0;

/** The headers of another client address each time. */
export function newVisitor(headers: Record<string, string> = {}): Record<string, string> {
  const number = ++visitors;
  const address = `10.${process.pid & 255}.${(number >> 8) & 255}.${number & 255}`;
  return { 'x-forwarded-for': address, ...headers };
}

export const formType = { 'content-type': 'application/x-www-form-urlencoded' };
export const asBrowser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
export const asScript = { accept: 'application/json' };
export const person = { customerName: 'Jan Jansen', phone: '06 1234 5678', description: 'Lekkage' };

/** A post of fields, by a browser that runs no script. */
export function postForm(
  server: TestServer,
  { path }: Pick<TestChannel, 'path'>,
  fields: Record<string, string>,
  headers: Record<string, string> = newVisitor(),
): Promise<Answer> {
  const rawBody = new URLSearchParams(fields).toString();
  return call(server, path, { rawBody, headers: { ...formType, ...headers } });
}

/** The control fields of a visitor who opened the form a minute ago, and whose browser runs scripts. */
export async function provedVisit(
  server: TestServer,
  { id }: Pick<TestChannel, 'id'>,
  headers = newVisitor(),
): Promise<{ vw_visit: string; vw_proof: string }> {
  const opened = await call(server, `/f/${id}/challenge`, { headers });
  assert.equal(opened.status, 200, opened.text);
  return { vw_visit: await visitAgo(server, id, 60_000), vw_proof: await proofFor(opened.body) };
}

async function proofFor({ challenge }: { challenge: object }): Promise<string> {
  const asked = challenge as Parameters<typeof solveChallenge>[0]['challenge'];
  const solution = await solveChallenge({ challenge: asked, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

export async function visitAgo(server: TestServer, id: string, ms: number): Promise<string> {
  const key = await server.withDatabase(cursorKeyOf);
  return new Visits(formSecretFrom(key)).newVisit(id, Date.now() - ms);
}

interface FormFile {
  field: string;
  name: string;
  type: string;
  bytes: Uint8Array;
}

/** As browsers write it. */
export function multipart(
  fields: Record<string, string>,
  files: readonly FormFile[] = [],
): { rawBody: Buffer<ArrayBuffer>; headers: Record<string, string> } {
  const boundary = `----form${Math.random().toString(36).slice(2)}`;
  const part = (head: string, value: Uint8Array | string) =>
    Buffer.concat([
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
      Buffer.from(value as string),
      Buffer.from('\r\n'),
    ]);
  const rawBody = Buffer.concat([
    ...Object.entries(fields).map(([name, value]) => part(`name="${name}"`, value)),
    ...files.map(({ field, name, type, bytes }) =>
      part(`name="${field}"; filename="${name}"\r\nContent-Type: ${type}`, bytes),
    ),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
  return { rawBody, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}
