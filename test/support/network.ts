// A network between client and server that can break: nothing passes for a while, or it leads to
// another server.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Network {
  /** The server's URL through this network. */
  readonly url: string;
  /** Open connections of clients. */
  readonly connections: number;
  /** Silently drops everything: no FIN, no RST. New connections are not answered either. */
  cut(): void;
  /** Held packets pass now. */
  heal(): void;
  /** During a cut the clients go away without the server's knowledge. */
  forsake(): void;
  /** Ends all connections; later ones lead to that port. */
  leadTo(port: number): void;
  close(): Promise<void>;
}

export async function startNetwork(targetUrl: string): Promise<Network> {
  const target = new URL(targetUrl);
  let port = Number(target.port);
  let isCut = false;
  const pairs = new Set<readonly [Socket, Socket]>();

  const server = createServer({ allowHalfOpen: true }, (client) => {
    const remote = connect({ port, host: target.hostname, allowHalfOpen: true });
    const pair = [client, remote] as const;
    pairs.add(pair);
    for (const [from, to] of [pair, [remote, client] as const]) {
      from.on('data', (bytes) => void to.write(bytes));
      from.on('end', () => whenHealed(() => to.end()));
      from.on('error', () => {});
      from.on('close', () =>
        whenHealed(() => {
          pairs.delete(pair);
          to.destroy();
        }),
      );
      if (isCut) from.pause();
    }
  });
  const waiting: (() => void)[] = [];
  const whenHealed = (act: () => void) => void (isCut ? waiting.push(act) : act());
  const endAll = () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy();
    pairs.clear();
  };
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  const url = new URL(targetUrl);
  url.port = String((server.address() as AddressInfo).port);

  return {
    url: url.href.replace(/\/$/, ''),
    get connections() {
      return [...pairs].filter(([client]) => !client.destroyed).length;
    },
    cut() {
      isCut = true;
      for (const pair of pairs) for (const socket of pair) socket.pause();
    },
    heal() {
      isCut = false;
      for (const act of waiting.splice(0)) act();
      for (const pair of pairs) for (const socket of pair) socket.resume();
    },
    forsake() {
      for (const [client] of pairs) client.destroy();
    },
    leadTo(newPort) {
      isCut = false;
      waiting.length = 0;
      port = newPort;
      endAll();
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      endAll();
      await closed;
    },
  };
}
