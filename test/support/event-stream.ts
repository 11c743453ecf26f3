// The event stream of an open page of the web app.
import type { TestServer } from './server.ts';
import type { SignedIn } from './sign-in.ts';

interface StreamMessage {
  event: string;
  id: string | null;
  // oxlint-disable-next-line typescript/no-explicit-any
  data: any;
  at: number;
}

interface ListeningPage {
  readonly headers: Headers;
  readonly messages: readonly StreamMessage[];
  /**
   * The first matching message, past or future; fails when the stream ends or the wait times out.
   */
  until(fits: (message: StreamMessage) => boolean): Promise<StreamMessage>;
  readonly ended: Promise<void>;
  close(): void;
}

const waitMsMax = 60_000;

export async function listen(
  server: Pick<TestServer, 'url'>,
  { cookie }: Pick<SignedIn, 'cookie'>,
  lastEventId?: string,
  query = '',
): Promise<ListeningPage> {
  const leaving = new AbortController();
  const response = await fetch(new URL(`/v1/app/stream${query}`, server.url), {
    headers: { cookie, ...(lastEventId !== undefined && { 'last-event-id': lastEventId }) },
    signal: leaving.signal,
  });
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  const messages: StreamMessage[] = [];
  let look = () => {};
  const read = async () => {
    let text = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      const blocks = (text + chunk).split('\n\n');
      text = blocks.pop()!;
      messages.push(...blocks.flatMap(messageOf));
      look();
    }
  };
  const ended = read().catch((error) => {
    if (!leaving.signal.aborted) throw error;
  });
  ended.catch(() => {});
  return {
    headers: response.headers,
    messages,
    ended,
    until(fits) {
      return new Promise((resolve, reject) => {
        const late = setTimeout(() => reject(new Error('nothing was told in time')), waitMsMax);
        look = () => {
          const found = messages.find(fits);
          if (!found) return;
          clearTimeout(late);
          resolve(found);
        };
        look();
        ended.then(
          () => reject(new Error('the stream ended')),
          (error) => reject(error),
        );
      });
    },
    close: () => leaving.abort(),
  };
}

function messageOf(block: string): StreamMessage[] {
  const fields = new Map(
    block.split('\n').map((line) => {
      const [, name, value] = /^([^:]*): ?(.*)$/.exec(line) ?? [];
      return [name!, value!] as const;
    }),
  );
  const event = fields.get('event');
  if (event === undefined) return [];
  const data = JSON.parse(fields.get('data')!);
  return [{ event, id: fields.get('id') ?? null, data, at: performance.now() }];
}
