// A proxy before PostgreSQL that adds latency and counts round trips.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface SlowProxy {
  /** The database's URL through the proxy. */
  readonly url: string;
  /** How often a connection sent again after a response. */
  readonly roundTrips: number;
  close(): Promise<void>;
}

export async function startSlowProxy(
  databaseUrl: string,
  { roundTripMs }: { roundTripMs: number },
): Promise<SlowProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let roundTrips = 0;

  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname);
    let isAnswered = true;
    client.on('data', () => {
      if (isAnswered) roundTrips++;
      isAnswered = false;
    });
    client.on('close', () => database.destroy());
    database.on('close', () => client.destroy());
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(from);
      from.on('error', () => from.destroy());
      from.on('data', (bytes) =>
        setTimeout(() => {
          if (to === client) isAnswered = true;
          if (to.writable) to.write(bytes);
        }, roundTripMs / 2),
      );
    }
  });
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);

  return {
    url: url.href,
    get roundTrips() {
      return roundTrips;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
