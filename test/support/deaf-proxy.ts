// A proxy before PostgreSQL that blocks the connections used for LISTEN.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface DeafProxy {
  /** The database's URL through the proxy. */
  readonly url: string;
  /** The number of blocked connections. */
  readonly refused: number;
  close(): Promise<void>;
}

// The start-up packet holds the application name.
const listenerName = 'vakwerk listener';

export async function startDeafProxy(databaseUrl: string): Promise<DeafProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let refused = 0;

  const server = createServer((client) => {
    sockets.add(client);
    client.on('error', () => client.destroy());
    client.once('data', (hello: Buffer) => {
      if (hello.includes(listenerName)) {
        refused++;
        client.destroy();
        return;
      }
      const database = connect(Number(target.port), target.hostname);
      sockets.add(database);
      database.on('error', () => client.destroy()).on('close', () => client.destroy());
      client.on('close', () => database.destroy());
      database.write(hello);
      client.pipe(database).pipe(client);
    });
  });
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);

  return {
    url: url.href,
    get refused() {
      return refused;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
