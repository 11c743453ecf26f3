// A proxy before PostgreSQL that breaks a connection at the commit.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** The commit reaches PostgreSQL but its response is lost, or it does not arrive. */
export type BreakingPoint = 'before commit' | 'after commit';

export interface CommitProxy {
  /** The database's URL through the proxy. */
  readonly url: string;
  /** Breaks the next connection that commits something with this text in it. */
  breakNext(text: string, point: BreakingPoint): void;
  /** How often it has done so. */
  readonly broken: number;
  close(): Promise<void>;
}

// A simple query: its letter, its length and its NUL-terminated text.
const beginning = 'begin isolation level';
const commitMessage = Buffer.from('Q\0\0\0\x0bcommit\0', 'latin1');

export async function startCommitProxy(databaseUrl: string): Promise<CommitProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let wanted: { text: string; point: BreakingPoint } | null = null;
  let broken = 0;

  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname);
    const both = [client, database];
    const breakBoth = () => both.forEach((socket) => socket.destroy());
    let isMarked = false;
    let isAnswerSwallowed = false;
    for (const socket of both) {
      sockets.add(socket);
      socket.on('error', breakBoth).on('close', breakBoth);
    }
    client.on('data', (bytes: Buffer) => {
      // A batch committed beside the broken one left its mark; the next transaction here is another
      // one.
      if (bytes.includes(beginning)) isMarked = false;
      if (wanted && bytes.includes(wanted.text)) isMarked = true;
      if (wanted && isMarked && bytes.includes(commitMessage)) {
        broken++;
        isAnswerSwallowed = wanted.point === 'after commit';
        wanted = null;
        if (!isAnswerSwallowed) return breakBoth();
      }
      database.write(bytes);
    });
    database.on('data', (bytes: Buffer) => {
      if (isAnswerSwallowed) breakBoth();
      else client.write(bytes);
    });
  });
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);

  return {
    url: url.href,
    breakNext(text, point) {
      wanted = { text, point };
    },
    get broken() {
      return broken;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
