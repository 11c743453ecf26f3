// The guide's webhook receivers accept only signed payloads.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { after, before, describe, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { freePort } from '../support/free-port.ts';
import {
  guideSnippets,
  type Language,
  missingFor,
  openWorkshop,
  type Snippet,
  type Workshop,
} from '../support/guide-snippets.ts';
import { eventually } from '../support/within.ts';

const secret = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`;
const otherSecret = `whsec_${Buffer.from('another one of thirty-two letters').toString('base64')}`;
const body = JSON.stringify({
  type: 'lead.created',
  subjectId: 'lead-17',
  title: 'Lekkage “zolder”',
});
const portInGuide = '8080';
const sixMinutesMs = 6 * 60 * 1000;

interface Message {
  /** The signed text. */
  text?: string;
  signedBy?: string;
  /** Negative for a time in the future. */
  ageMs?: number;
  sent?: string;
  without?: string;
  alsoSigned?: string;
}

const messages: [what: string, message: Message, status: number][] = [
  ['a good message', {}, 204],
  ['one that is signed with the old and the new secret', { alsoSigned: otherSecret }, 204],
  ['one that is signed with another secret', { signedBy: otherSecret }, 401],
  ['one that was changed', { sent: body.replace('17', '18') }, 401],
  ['one that is too old', { ageMs: sixMinutesMs }, 401],
  ['one from the future', { ageMs: -sixMinutesMs }, 401],
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
  if (missing === undefined) {
    testReceiver(snippet);
    testWithoutSecret(snippet);
  } else test(`the receiver in ${snippet.language}`, { skip: missing });
}

function testReceiver(snippet: Snippet): void {
  describe(`the receiver in ${snippet.language}`, () => {
    let receiver: Receiver;
    before(async () => {
      receiver = await startReceiver(snippet, { WEBHOOK_SECRET: secret });
      await eventually(() => post({ without: 'webhook-id' }).then(Boolean, () => false));
    });
    after(() => receiver?.stop());

    const post = async ({ signedBy = secret, ageMs = 0, ...message }: Message) => {
      const sentAt = new Date(Date.now() - ageMs);
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
      return statusOf(receiver.url, headers, message.sent ?? text);
    };

    for (const [what, message, status] of messages) {
      test(`${what}: ${status}`, async () => {
        assert.equal(await post(message), status);
      });
    }

    // PHP has its own limit, in its settings.
    if (snippet.language !== 'php') {
      test('an oversized message is not read', async () => {
        const title = 'x'.repeat(6 * 1024 * 1024);
        const text = JSON.stringify({ type: 'lead.created', subjectId: 'lead-18', title });
        // A receiver that stops reading may close before its response is read.
        const status = await post({ text }).catch(() => 413);
        assert.equal(status, 413);
      });
    }

    if (snippet.language === 'ts') {
      test('its own failure is not reported as a forgery', async () => {
        assert.equal(await post({ text: 'null' }), 500);
      });
    }

    test('prints valid messages only', async () => {
      const count = messages.filter(([, , status]) => status === 204).length;
      const told = () => receiver.printed().match(/lead\.created lead-17/g)?.length ?? 0;
      await eventually(async () => told() >= count);
      assert.equal(told(), count);
      assert.doesNotMatch(receiver.printed(), /lead-18/);
    });
  });
}

// Without a secret, an attacker could sign with an empty one.
function testWithoutSecret(snippet: Snippet): void {
  const refusals: Partial<Record<Language, string>> = {
    ts: 'answers 500',
    php: 'answers 500',
    python: 'ends with 1',
  };
  const sentAt = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', '').update(`msg_1.${sentAt}.${body}`).digest('base64');
  const forged = {
    'content-type': 'application/json',
    'webhook-id': 'msg_1',
    'webhook-timestamp': sentAt,
    'webhook-signature': `v1,${signature}`,
  };
  const settings: [what: string, env: Record<string, string>][] = [
    ['without a secret', {}],
    ['with an empty secret', { WEBHOOK_SECRET: '' }],
  ];
  for (const [what, env] of settings) {
    test(`the receiver in ${snippet.language} ${what} accepts nothing`, async () => {
      const receiver = await startReceiver(snippet, env);
      let outcome: string | undefined;
      void receiver.ended.then((code) => (outcome ??= `ends with ${code}`));
      await eventually(async () => {
        const status = await statusOf(receiver.url, new Headers(forged), body).catch(() => null);
        if (status !== null) outcome ??= `answers ${status}`;
        return outcome !== undefined;
      });
      assert.equal(outcome, refusals[snippet.language]);
      await receiver.stop();
      assert.doesNotMatch(receiver.printed(), /lead-17/);
    });
  }
}

interface Receiver {
  url: string;
  /** Everything printed so far. */
  printed(): string;
  /** The exit code. */
  ended: Promise<number | null>;
  stop(): Promise<unknown>;
}

async function startReceiver(snippet: Snippet, env: Record<string, string>): Promise<Receiver> {
  const port = await freePort();
  const text = snippet.text.replace(portInGuide, port);
  // PHP pages run on its built-in development server.
  const options = snippet.language === 'php' ? ['-S', `127.0.0.1:${port}`] : [];
  const child = workshop.start({ ...snippet, text }, env, options);
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  let printed = '';
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => (printed += chunk));
  }
  return {
    url: `http://127.0.0.1:${port}/`,
    printed: () => printed,
    ended,
    stop() {
      child.kill();
      return ended;
    },
  };
}

async function statusOf(url: string, headers: Headers, sent: string): Promise<number> {
  const answer = await fetch(url, { method: 'POST', headers, body: sent });
  await answer.arrayBuffer();
  return answer.status;
}
