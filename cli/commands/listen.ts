import { createHmac } from 'node:crypto';
import { Refusal } from '#actions/refusal.ts';
import type { Event } from '#contract/event.ts';
import { type EventType, eventTypes } from '#contract/event-lists.ts';
import { readableTypes } from '#core/present-event.ts';
import { webhookSecretOf } from '#core/webhooks/webhook-signature.ts';
import { defineCommand, UsageError } from '../command.ts';
import { isoTime } from '../layout.ts';
import { type Attempt, deliver } from '../listen/deliver.ts';
import { latestPosition, readFeed } from '../listen/read-feed.ts';
import { checkKey, openService, urlOption } from '../open-service.ts';

const timeouts = { timeoutMs: 15_000, retriesMax: 2, retryWaitMsMax: 5_000 };

export const listen = defineCommand({
  about:
    'Forwards the events of a brand to a program on this machine, as signed webhooks, until Ctrl-C. A receiver can thus ' +
    'be written without a public address. The API key comes from the environment variable VAKWERK_API_KEY; its scopes ' +
    'decide which events there are. A new webhook is not created.',
  options: {
    'forward-to': {
      value: '<url>',
      required: true,
      text: 'where the events go, such as http://127.0.0.1:8081',
    },
    url: urlOption,
    types: { value: '<list>', text: 'only these types of events, separated by commas' },
    after: {
      value: '<id>',
      text: 'begin after the event with this id; 0 is the first (default: only new events)',
    },
    secret: {
      value: '<secret>',
      text: 'signs the events: whsec_ and base64 (default: derived from the key, so always the same)',
    },
  },
  printsLines: true,
  async run({ name, options, env, terminal, asJson }) {
    const forwardTo = readTarget(options['forward-to']);
    const types = options.types === undefined ? undefined : readTypes(options.types);
    const typedAfter = options.after === undefined ? null : readEventId(options.after);
    const service = openService({ command: name, url: options.url, env, timeouts });
    const secret =
      options.secret === undefined ? secretFor(service.apiKey) : readSecret(options.secret);
    const print = (kind: string, fields: object, text: string) =>
      terminal.stdout.write(asJson ? `${JSON.stringify({ kind, ...fields })}\n` : `${text}\n`);

    const key = await checkKey(service);
    refuseUnreadable(key.name, key.scopes, readableTypes(key.may), types);
    const { signal, release } = stopSignal(terminal.stdout);
    const feed = { client: service.client, types, signal };
    let after = typedAfter;
    try {
      after ??= await latestPosition(feed);
      print(
        'ready',
        { url: service.url, forwardTo, secret, after },
        `Forwarding events of ${service.url} to ${forwardTo}. Press Ctrl-C to stop.\n` +
          `The signing secret of your receiver: ${secret}`,
      );
      const onFailure = ({ message }: Error, retryInMs: number) =>
        print(
          'waiting',
          { message, retryInMs },
          `${service.url}: ${message}; trying again ${inSeconds(retryInMs)}`,
        );
      for await (const event of readFeed(feed, after, onFailure)) {
        const outcome = await deliver(
          event as Event,
          { url: forwardTo, secret, signal },
          (attempt) => {
            const { id: eventId, type, subjectId } = event;
            const time = isoTime(Date.now());
            const fields = { time, eventId, type, subjectId, ...attempt };
            print('delivery', fields, `${time}  ${type} ${eventId}  ${inWords(attempt)}`);
          },
        );
        if (outcome === 'gone') {
          throw new Refusal(
            `the receiver answered 410, which disables a webhook; to continue, add --after ${after}`,
          );
        }
        after = event.id;
      }
    } catch (error) {
      if (!signal.aborted) throw asRefusal(error as Error, service.url);
      print('stopped', { after }, `Stopped. To continue here, add --after ${after}`);
    } finally {
      release();
    }
    return null;
  },
});

function readTarget(text: string): string {
  // Not URL.parse: the client package runs on Node 20.
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password) return url.href;
  throw new UsageError(
    '--forward-to must be a URL such as http://127.0.0.1:8081, without a user or password',
  );
}

function readTypes(text: string): EventType[] {
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !(eventTypes as readonly string[]).includes(name));
  if (unknown === undefined) return names as EventType[];
  throw new UsageError(
    `--types has an unknown type: "${unknown}"; the types are ${eventTypes.join(', ')}`,
  );
}

function readEventId(text: string): string {
  if (/^\d{1,15}$/.test(text)) return text;
  throw new UsageError(`--after must be the id of an event, a number, got "${text}"`);
}

// The sizes of Standard Webhooks.
const secretShape = /^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/;

function readSecret(text: string): string {
  if (secretShape.test(text)) return text;
  throw new UsageError('--secret must be whsec_ followed by 24 to 64 bytes in base64');
}

/** The same for each run, so that the receiver is configured once. It does not reveal the key. */
function secretFor(apiKey: string): string {
  return webhookSecretOf(createHmac('sha256', apiKey).update('vakwerk listen').digest());
}

function refuseUnreadable(
  name: string,
  scopes: readonly string[],
  readable: readonly EventType[],
  wanted: readonly EventType[] | undefined,
): void {
  const has = `it has the scopes ${scopes.join(', ')}`;
  if (readable.length === 0) {
    throw new Refusal(
      `the key "${name}" may not read events: ${has}, and needs one that reads, such as leads:read`,
    );
  }
  const unreadable = wanted?.filter((type) => !readable.includes(type)) ?? [];
  if (unreadable.length === 0) return;
  throw new Refusal(`the key "${name}" may not read ${unreadable.join(', ')}: ${has}`);
}

/** Aborts on Ctrl-C, and when nobody reads the output any more. A second Ctrl-C ends the process. */
function stopSignal(output: NodeJS.EventEmitter): { signal: AbortSignal; release(): void } {
  const stop = new AbortController();
  const abort = () => stop.abort();
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const name of signals) process.once(name, abort);
  output.once('error', abort);
  return {
    signal: stop.signal,
    release() {
      for (const name of signals) process.off(name, abort);
      output.off('error', abort);
    },
  };
}

function asRefusal(error: Error, url: string): Error {
  return error instanceof Refusal ? error : new Refusal(`${url}: ${error.message}`);
}

function inWords({ status, error, durationMs, outcome, retryInMs, number }: Attempt): string {
  const answer = `${status ?? error} (${durationMs} ms)`;
  if (retryInMs !== null) return `${answer}, retry ${inSeconds(retryInMs)}`;
  return outcome === 'skipped' ? `${answer}, skipped after ${number} attempts` : answer;
}

function inSeconds(ms: number): string {
  return `in ${Math.max(1, Math.round(ms / 1000))} s`;
}
