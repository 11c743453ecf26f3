// The receivers that the guide shows take what is signed, and nothing else.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import {
  guideSnippets,
  missingFor,
  openWorkshop,
  type Snippet,
  type Workshop,
} from '../support/guide-snippets.ts';
import { within } from '../support/within.ts';

const secret = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`;
const otherSecret = `whsec_${Buffer.from('another one of thirty-two letters').toString('base64')}`;
const body = JSON.stringify({
  type: 'lead.created',
  subjectId: 'lead-17',
  title: 'Lekkage “zolder”',
});
const portInGuide = '8080';
const startMsMax = 20_000;
const sixMinutesMs = 6 * 60 * 1000;

interface Message {
  /** What is signed. */
  text?: string;
  signedBy?: string;
  sentAt?: Date;
  sent?: string;
  without?: string;
  alsoSigned?: string;
}

const messages: [what: string, message: Message, status: number][] = [
  ['a good message', {}, 204],
  ['one that is signed with the old and the new secret', { alsoSigned: otherSecret }, 204],
  ['one that is signed with another secret', { signedBy: otherSecret }, 401],
  ['one that was changed', { sent: body.replace('17', '18') }, 401],
  ['one that is too old', { sentAt: new Date(Date.now() - sixMinutesMs) }, 401],
  ['one from the future', { sentAt: new Date(Date.now() + sixMinutesMs) }, 401],
  ['one without a signature', { without: 'webhook-signature' }, 401],
  ['one without a time', { without: 'webhook-timestamp' }, 401],
  ['one without an id', { without: 'webhook-id' }, 401],
];

let workshop: Workshop;
before(async () => {
  workshop = await openWorkshop();
});
after(() => workshop?.close());

for (const snippet of guideSnippets().filter(({ name }) => name === 'receive-webhook')) {
  const missing = missingFor(snippet.language);
  if (missing === undefined) testReceiver(snippet);
  else test(`the receiver in ${snippet.language}`, { skip: missing });
}

function testReceiver(snippet: Snippet): void {
  describe(`the receiver in ${snippet.language}`, () => {
    let url: string;
    let printed = '';
    let end: () => Promise<unknown>;
    before(async () => {
      const port = await freePort();
      url = `http://127.0.0.1:${port}/`;
      const text = snippet.text.replace(portInGuide, String(port));
      // A page in PHP is run by a web server; it brings one for trying things out.
      const options = snippet.language === 'php' ? ['-S', `127.0.0.1:${port}`] : [];
      const receiver = workshop.start({ ...snippet, text }, { WEBHOOK_SECRET: secret }, options);
      const ended = once(receiver, 'exit');
      for (const stream of [receiver.stdout!, receiver.stderr!]) {
        stream.setEncoding('utf8').on('data', (chunk: string) => (printed += chunk));
      }
      end = () => {
        receiver.kill();
        return ended;
      };
      await within(startMsMax, () => post({ without: 'webhook-id' }).then(Boolean, () => false));
    });
    after(() => end?.());

    const post = async ({ signedBy = secret, sentAt = new Date(), ...message }: Message) => {
      const id = 'msg_1';
      const { text = body } = message;
      const signatures = [signedBy, message.alsoSigned]
        .filter((one) => one !== undefined)
        .map((one) => new Webhook(one).sign(id, sentAt, text));
      const headers = new Headers({
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
        'webhook-signature': signatures.toReversed().join(' '),
      });
      if (message.without) headers.delete(message.without);
      const answer = await fetch(url, { method: 'POST', headers, body: message.sent ?? text });
      await answer.arrayBuffer();
      return answer.status;
    };

    for (const [what, message, status] of messages) {
      test(`${what}: ${status}`, async () => {
        assert.equal(await post(message), status);
      });
    }

    // PHP has a limit of its own, in its settings.
    test('one that is too large is not read', { skip: snippet.language === 'php' }, async () => {
      const title = 'x'.repeat(6 * 1024 * 1024);
      const text = JSON.stringify({ type: 'lead.created', subjectId: 'lead-18', title });
      // A receiver that does not read on may be gone before its answer is taken.
      const status = await post({ text }).catch(() => 413);
      assert.equal(status, 413);
    });

    if (snippet.language === 'ts') {
      test('a failure of its own is not said to be a forgery', async () => {
        assert.equal(await post({ text: 'null' }), 500);
      });
    }

    test('tells of the good ones only', async () => {
      const count = messages.filter(([, , status]) => status === 204).length;
      const told = () => printed.match(/lead\.created lead-17/g)?.length ?? 0;
      await within(startMsMax, async () => told() >= count);
      assert.equal(told(), count);
      assert.doesNotMatch(printed, /lead-18/);
    });
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
