// Channels that a member made, and what comes in through them.
import assert from 'node:assert/strict';
import type { ChannelPatch } from '#contract/channel.ts';
import type { ChannelType } from '#contract/intake-lists.ts';
import { type Answer, call } from './call.ts';
import type { TestServer } from './server.ts';
import type { SignedIn } from './sign-in.ts';

export interface MadeChannel {
  id: string;
  url: string;
}

export async function makeChannel(
  owner: SignedIn,
  wanted: ChannelPatch & { type: ChannelType; name: string },
): Promise<MadeChannel> {
  const { status, text, body } = await owner.call('/v1/app/channels', { body: wanted });
  assert.equal(status, 201, text);
  return body;
}

/** As a program posts it: without a visit and a proof. */
export function postForm(
  server: TestServer,
  { id }: Pick<MadeChannel, 'id'>,
  fields: Record<string, string>,
): Promise<Answer> {
  return call(server, `/f/${id}`, {
    rawBody: new URLSearchParams(fields).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
    },
  });
}

/** Held: people do not see the field. */
export async function postSpam(
  server: TestServer,
  channel: Pick<MadeChannel, 'id'>,
  fields: Record<string, string>,
): Promise<void> {
  const { status, text } = await postForm(server, channel, { ...fields, vw_website: 'x' });
  assert.equal(status, 201, text);
}

export function postHook(
  server: TestServer,
  { url }: Pick<MadeChannel, 'url'>,
  body: object,
): Promise<Answer> {
  return call(server, new URL(url).pathname, { body });
}
