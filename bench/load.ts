// The load generator: a process that keeps a number of connections busy and prints the results. It
// uses raw sockets and prepared requests, so that it is faster than the servers it measures.
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { connect, type Socket } from 'node:net';
import { sampleLead } from './sample-leads.ts';

export interface LoadSettings {
  port: number;
  method: 'GET' | 'POST';
  path: string;
  key: string;
  connections: number;
  seconds: number;
  /** The number of the first new lead. */
  firstLead: number;
  /** The open-loop rate of all connections together; without it each connection is a closed loop. */
  perSecond?: number | undefined;
  /** Real callers run on other machines, so the load generator should not compete for processors. */
  hasLowPriority?: boolean;
  /** Every so many requests, one lists leads instead. */
  listEvery?: number | undefined;
  /** For conditional requests, answered with 304. */
  ifNoneMatch?: string | undefined;
}

export interface LoadResult {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  answers: number;
  /** Other statuses than 200, 201 and 304, and broken connections. */
  refusals: number;
  takenPerSecond: number;
  /** Latencies of refusals, from when the request was sent. */
  refusalP50Ms: number;
  refusalP99Ms: number;
}

// More than any server here can answer.
const perSecondMax = 40_000;
// Half a gigabyte.
const requestsMax = 800_000;
const requestBytesMax = 700;
const answersMax = 500_000;
export const warmUpMs = 1_000;

async function load(settings: LoadSettings): Promise<LoadResult> {
  if (settings.hasLowPriority) setPriority(constants.priority.PRIORITY_LOW);
  const requests = prepareRequests(settings);
  const latencies = new Float64Array(answersMax);
  const refusalLatencies: number[] = [];
  let answers = 0;
  let refusals = 0;
  let taken = 0;
  let next = 0;
  const sockets: Socket[] = [];
  while (sockets.length < settings.connections) {
    const few = Math.min(connectsAtOnce, settings.connections - sockets.length);
    sockets.push(...(await Promise.all(Array.from({ length: few }, () => opened(settings.port)))));
  }
  // The first second is a warm-up of the load generator and not counted.
  const startsAt = performance.now();
  const began = startsAt + warmUpMs;
  const endsAt = began + settings.seconds * 1000;
  const apartMs = settings.perSecond === undefined ? 0 : 1000 / settings.perSecond;
  const nextRequest = (): Due | null => {
    const index = next++;
    const dueAt = apartMs === 0 ? performance.now() : startsAt + index * apartMs;
    return dueAt < endsAt ? { request: requests(index), dueAt } : null;
  };

  await Promise.all(
    sockets.map((socket) =>
      keepBusy(socket, settings.port, nextRequest, {
        onAnswer(status, ms, sentMs) {
          const isTaken = status === 200 || status === 201 || status === notModified;
          if (!isTaken) refusals++;
          const now = performance.now();
          if (now < began) return;
          latencies[answers++] = ms;
          if (isTaken && now < endsAt) taken++;
          if (!isTaken) refusalLatencies.push(sentMs);
        },
      }),
    ),
  );

  const seconds = (performance.now() - began) / 1000;
  const sorted = latencies.subarray(0, answers).sort();
  const refused = Float64Array.from(refusalLatencies).sort();
  return {
    perSecond: answers / seconds,
    p50Ms: quantile(sorted, 0.5),
    p99Ms: quantile(sorted, 0.99),
    answers,
    refusals,
    takenPerSecond: taken / settings.seconds,
    refusalP50Ms: quantile(refused, 0.5),
    refusalP99Ms: quantile(refused, 0.99),
  };
}

function quantile(sorted: Float64Array, share: number): number {
  return sorted[Math.floor(sorted.length * share)] ?? 0;
}

interface Due {
  request: Buffer;
  /** Latency counts from here, even if the request is sent later. */
  dueAt: number;
}

/**
 * Sends requests on one connection, each after the previous response and when it is due, until
 * there are no more.
 */
function keepBusy(
  opened: Socket,
  port: number,
  nextRequest: () => Due | null,
  { onAnswer }: { onAnswer(status: number, ms: number, sentMs: number): void },
): Promise<void> {
  return new Promise((resolve) => {
    let dueAt = 0;
    let sentAt = 0;
    let status = 0;
    let missing = -1;
    let isDone = false;
    const end = () => {
      const now = performance.now();
      onAnswer(status, now - dueAt, now - sentAt);
    };
    const open = (first?: Socket) => {
      const socket = first ?? connect(port, '127.0.0.1');
      socket.setNoDelay(true);
      if (first) sendNext(socket);
      else socket.once('connect', () => sendNext(socket));
      // A broken connection is replaced by a new one.
      socket.on('error', () => {});
      socket.once('close', () => {
        if (isDone) return;
        status = broken;
        end();
        setTimeout(() => open(), reconnectMs);
      });
      socket.on('data', (chunk: Buffer) => {
        if (missing < 0) {
          status = numberAt(chunk, statusOffset);
          const lengthAt = chunk.indexOf(lengthName) + lengthName.length;
          const bodyLength = status === notModified ? 0 : numberAt(chunk, lengthAt);
          missing = chunk.indexOf('\r\n\r\n') + 4 + bodyLength;
        }
        missing -= chunk.length;
        if (missing > 0) return;
        end();
        sendNext(socket);
      });
    };
    const sendNext = (socket: Socket) => {
      const next = nextRequest();
      if (!next) {
        isDone = true;
        socket.destroy();
        resolve();
        return;
      }
      missing = -1;
      dueAt = next.dueAt;
      const send = () => {
        sentAt = performance.now();
        socket.write(next.request);
      };
      const inMs = dueAt - performance.now();
      // Timers truncate to whole milliseconds and would fire early.
      if (inMs > 0) setTimeout(send, Math.ceil(inMs));
      else send();
    };
    open(opened);
  });
}

async function opened(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

const connectsAtOnce = 200;
const broken = 0;
const notModified = 304;
const reconnectMs = 50;

// Both servers send header names in lower case.
const lengthName = 'content-length: ';
const statusOffset = 'HTTP/1.1 '.length;

function numberAt(bytes: Buffer, offset: number): number {
  let number = 0;
  for (let at = offset; bytes[at]! >= 0x30 && bytes[at]! <= 0x39; at++) {
    number = number * 10 + bytes[at]! - 0x30;
  }
  return number;
}

// All requests are in one buffer: thousands of small ones would cause garbage collection in the
// load generator.
function prepareRequests(settings: LoadSettings): (index: number) => Buffer {
  const { method, path, key, firstLead, seconds, listEvery = Infinity } = settings;
  const head = `${method} ${path} HTTP/1.1\r\nHost: bench\r\nX-API-Key: ${key}\r\n`;
  const condition = settings.ifNoneMatch ? `If-None-Match: ${settings.ifNoneMatch}\r\n` : '';
  const list = Buffer.from(
    `GET ${path} HTTP/1.1\r\nHost: bench\r\nX-API-Key: ${key}\r\n${condition}\r\n`,
  );
  if (method === 'GET') return () => list;
  const post = (index: number) => {
    const body = JSON.stringify(sampleLead(firstLead + index));
    return `${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  };
  const perSecond = Math.min(settings.perSecond ?? Infinity, perSecondMax);
  const sent = Math.ceil((warmUpMs / 1000 + seconds) * perSecond) + settings.connections;
  const requestsMade = Math.min(sent, requestsMax);
  const all = Buffer.alloc(requestsMade * requestBytesMax);
  const ends = new Uint32Array(requestsMade + 1);
  for (let index = 0; index < requestsMade; index++) {
    ends[index + 1] = ends[index]! + all.write(post(index), ends[index]!);
  }
  return (index) => {
    if (index % listEvery === 0 && listEvery !== Infinity) return list;
    if (index >= requestsMade) throw new Error('more requests were made than expected');
    return all.subarray(ends[index], ends[index + 1]);
  };
}

if (import.meta.main) {
  const settings = JSON.parse(process.argv[2]!) as LoadSettings;
  process.stdout.write(JSON.stringify(await load(settings)));
}
