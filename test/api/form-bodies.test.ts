// Bodies that are announced, or sent slowly, leave room for those of others.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { plainPostBytesMax, uploadBytesMax } from '#contract/limits.ts';
import { withEachServer } from '../support/each-database.ts';
import {
  asScript,
  formType,
  makeChannel,
  multipart,
  newVisitor,
  person,
  postForm,
  type TestChannel,
} from '../support/forms.ts';
import { eventually } from '../support/within.ts';

const uploadType = { 'content-type': 'multipart/form-data; boundary=x' };

await withEachServer('bodies of forms', (server) => {
  /** A post whose body does not come, or not whole. */
  const begin = async (
    { path }: TestChannel,
    headers: Record<string, string>,
    bytes: number,
    first = Buffer.alloc(0),
  ): Promise<Socket> => {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    await once(socket, 'connect');
    const lines = Object.entries({ host: hostname, 'content-length': `${bytes}`, ...headers });
    const head = lines.map(([name, value]) => `${name}: ${value}`).join('\r\n');
    socket.write(`POST ${path} HTTP/1.1\r\n${head}\r\n\r\n`);
    if (first.length > 0) await new Promise((sent) => socket.write(first, sent));
    return socket;
  };

  // Once: other calls of tests try again after a 503.
  const photo = async (channel: TestChannel, bytes: number, visitor: Record<string, string>) => {
    const file = { field: 'photo', name: 'a.jpg', type: 'image/jpeg', bytes: Buffer.alloc(bytes) };
    const { rawBody, headers } = multipart({ ...person, extra: `${Math.random()}` }, [file]);
    const answer = await fetch(new URL(channel.path, server.url), {
      method: 'POST',
      body: rawBody,
      headers: { ...headers, ...visitor },
    });
    return { status: answer.status, text: await answer.text() };
  };

  test('lengths that are only announced take no room', async () => {
    const channel = await makeChannel(server, { type: 'form' });
    const visitors = Array.from({ length: 20 }, () => newVisitor(asScript));
    const idle = await Promise.all(
      visitors.flatMap((visitor) => [
        begin(channel, { ...uploadType, ...visitor }, uploadBytesMax),
        begin(channel, { ...formType, ...visitor }, plainPostBytesMax),
      ]),
    );
    const sent = [
      await photo(channel, plainPostBytesMax, newVisitor(asScript)),
      await postForm(server, channel, person, newVisitor(asScript)),
    ];
    for (const { status, text } of sent) assert.equal(status, 201, text);
    for (const socket of idle) socket.destroy();
  });

  test('one address has a share, and gets it back', async () => {
    const channel = await makeChannel(server, { type: 'form' });
    const slow = newVisitor(asScript);
    const rest = 64 * 1024;
    const begun = Buffer.alloc(uploadBytesMax - rest);
    const held = await begin(channel, { ...uploadType, ...slow }, uploadBytesMax, begun);
    // Each to another form, whose posts of the address are not counted yet.
    const answers = async (status: number) => {
      const other = await makeChannel(server, { type: 'form' });
      return (await photo(other, 2 * rest, slow)).status === status;
    };
    // The bytes arrive while others are read.
    await eventually(() => answers(503));
    assert.equal((await photo(channel, 2 * rest, newVisitor(asScript))).status, 201);
    held.destroy();
    await eventually(() => answers(201));
  });

  test('no body is read for a form that is not there', async () => {
    const channel = await makeChannel(server, { type: 'form' });
    const path = '/f/01890000-0000-7000-8000-000000000000';
    const socket = await begin({ ...channel, path }, { ...formType, ...newVisitor() }, 1_000);
    const [answer] = await once(socket, 'data');
    assert.match(String(answer), /^HTTP\/1.1 404 /);
    socket.destroy();
  });
});
