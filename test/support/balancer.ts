// A load balancer with the ordinary manners of one: requests go to the servers in turn, over connections
// that are kept. It leaves out who is not ready, and tries the next one when nobody listens. A request that was
// sent is never sent again.
import { once } from 'node:events';
import {
  Agent,
  createServer,
  type IncomingMessage,
  request as sendRequest,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { call } from './call.ts';

export interface Balancer {
  readonly url: string;
  add(server: { url: string }): void;
  remove(server: { url: string }): void;
  /** Whether the server has said that it is going. */
  wasTold(server: { url: string }): boolean;
  /** What each server has answered so far. */
  answersOf(server: { url: string }): number;
  close(): Promise<void>;
}

interface Target {
  url: string;
  isReady: boolean;
  /** It said so while it still answered. */
  isLeaving: boolean;
  /** What it last said of itself, or why it did not. */
  said: string;
  answers: number;
  agent: Agent;
  watching: AbortController;
}

const checkEveryMs = 200;

export async function startBalancer(): Promise<Balancer> {
  const targets = new Map<string, Target>();
  let turn = 0;

  const forward = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const body = await Array.fromAsync(incoming as AsyncIterable<Buffer>);
    const ready = [...targets.values()].filter(({ isReady }) => isReady);
    turn++;
    for (let tried = 0; tried < ready.length; tried++) {
      const target = ready[(turn + tried) % ready.length]!;
      if (await exchange(target, incoming, Buffer.concat(body), outgoing)) return;
      target.isReady = false;
    }
    const said = [...targets.values()].map((target) => `${target.url}: ${target.said}`);
    outgoing.writeHead(502).end(`no server is ready: ${said.join(', ')}`);
  };

  const server = createServer((incoming, outgoing) => void forward(incoming, outgoing));
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  const remove = ({ url }: { url: string }) => {
    const target = targets.get(url);
    targets.delete(url);
    target?.watching.abort();
    target?.agent.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add({ url }) {
      const check = async () => {
        target.said = await call({ url }, '/readyz').then(
          ({ status, text }) => `${status} ${text}`,
          (error: Error) => error.message,
        );
        target.isReady = target.said.startsWith('200 ');
        target.isLeaving ||= target.said.startsWith('503 ');
      };
      // One after the other: an answer that comes late must not take the place of a later one.
      const watch = async () => {
        while (!target.watching.signal.aborted) {
          await check();
          await wait(checkEveryMs, undefined, { ref: false });
        }
      };
      const target: Target = {
        url,
        isReady: false,
        isLeaving: false,
        said: 'not asked yet',
        answers: 0,
        agent: new Agent({ keepAlive: true }),
        watching: new AbortController(),
      };
      targets.set(url, target);
      void watch();
    },
    remove,
    wasTold: ({ url }) => targets.get(url)?.isLeaving ?? false,
    answersOf: ({ url }) => targets.get(url)?.answers ?? 0,
    async close() {
      for (const target of targets.values()) remove(target);
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** False when nobody listens there, so that nothing was sent. */
function exchange(
  target: Target,
  incoming: IncomingMessage,
  body: Buffer,
  outgoing: ServerResponse,
): Promise<boolean> {
  return new Promise((resolve) => {
    const { method, headers } = incoming;
    const url = new URL(incoming.url!, target.url);
    const sent = sendRequest(url, { method: method!, headers, agent: target.agent });
    sent.on('response', (response) => {
      target.answers++;
      // Whether a connection is kept is for each side to say for itself.
      const { connection: _, 'keep-alive': __, ...rest } = response.headers;
      outgoing.writeHead(response.statusCode!, rest);
      response.pipe(outgoing);
      response.on('error', () => outgoing.destroy());
      resolve(true);
    });
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') return resolve(false);
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end(`${error.code} ${error.message}`);
      resolve(true);
    });
    sent.end(body);
  });
}
