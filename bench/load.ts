// The load: a process of its own that keeps a number of connections busy for a while and prints what
// it saw. Bare sockets and prepared bytes, so that it is faster than anything it measures.
import { connect, type Socket } from 'node:net';
import { sampleLead } from './sample-leads.ts';

export interface LoadSettings {
  port: number;
  method: 'GET' | 'POST';
  path: string;
  key: string;
  connections: number;
  seconds: number;
  // Where the numbering of new leads begins.
  firstLead: number;
}

export interface LoadResult {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  answers: number;
  // Answers other than 200 and 201.
  refusals: number;
}

const bodiesMade = 20_000;

async function load(settings: LoadSettings): Promise<LoadResult> {
  const requests = prepareRequests(settings);
  const latencies: number[] = [];
  let refusals = 0;
  let next = 0;
  const began = performance.now();
  const isOver = () => performance.now() - began > settings.seconds * 1000;

  await Promise.all(
    Array.from({ length: settings.connections }, async () => {
      const socket = connect(settings.port, '127.0.0.1');
      socket.setNoDelay(true);
      while (!isOver()) {
        const sent = performance.now();
        const status = await exchange(socket, requests(next++));
        latencies.push(performance.now() - sent);
        if (status !== 200 && status !== 201) refusals++;
      }
      socket.destroy();
    }),
  );

  const seconds = (performance.now() - began) / 1000;
  latencies.sort((one, other) => one - other);
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0;
  return {
    perSecond: latencies.length / seconds,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    answers: latencies.length,
    refusals,
  };
}

function prepareRequests(settings: LoadSettings): (index: number) => Buffer {
  const { method, path, key, firstLead } = settings;
  const head = `${method} ${path} HTTP/1.1\r\nHost: bench\r\nX-API-Key: ${key}\r\n`;
  if (method === 'GET') {
    const request = Buffer.from(`${head}\r\n`);
    return () => request;
  }
  const post = (index: number) => {
    const body = JSON.stringify(sampleLead(firstLead + index));
    return Buffer.from(
      `${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
  };
  const prepared = Array.from({ length: bodiesMade }, (_, index) => post(index));
  return (index) => prepared[index] ?? post(index);
}

/** Sends a request and resolves with the status when the whole answer is there. */
function exchange(socket: Socket, request: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    let status = 0;
    let missing = -1;
    const onData = (chunk: Buffer) => {
      if (missing < 0) {
        const headEnd = chunk.indexOf('\r\n\r\n');
        const head = chunk.toString('latin1', 0, headEnd);
        status = Number(head.slice(9, 12));
        missing = headEnd + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      }
      missing -= chunk.length;
      if (missing > 0) return;
      socket.off('data', onData);
      socket.off('error', reject);
      resolve(status);
    };
    socket.on('data', onData);
    socket.once('error', reject);
    socket.write(request);
  });
}

if (import.meta.main) {
  const settings = JSON.parse(process.argv[2]!) as LoadSettings;
  process.stdout.write(JSON.stringify(await load(settings)));
}
