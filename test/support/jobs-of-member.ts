// Jobs that a member creates and changes beside the page under test.
import assert from 'node:assert/strict';
import type { SignedIn } from './sign-in.ts';

// oxlint-disable-next-line typescript/no-explicit-any
export async function itemOf(me: SignedIn, id: string): Promise<any> {
  return (await me.call(`/v1/api/work-items/${id}`)).body;
}

export async function changeItem(me: SignedIn, id: string, body: object): Promise<void> {
  const answer = await me.call(`/v1/api/work-items/${id}`, { method: 'PATCH', body });
  assert.equal(answer.status, 200, answer.text);
}

export async function makeJob(me: SignedIn, title: string, fields: object = {}): Promise<string> {
  const body = { title, customer: { name: 'Anna Bakker' }, ...fields };
  const answer = await me.call('/v1/api/work-items', { body });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.id;
}
