// The load: a process of its own that keeps a number of connections busy for a while and prints what
// it saw. Bare sockets and prepared bytes, so that it is faster than anything it measures.
import { connect } from 'node:net';
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
  /** Of all connections together; without it each sends its next request as soon as it has its answer. */
  perSecond?: number | undefined;
}

export interface LoadResult {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  answers: number;
  // Answers other than 200 and 201.
  refusals: number;
}

// More than anything here answers.
const perSecondMax = 40_000;
// Half a gigabyte.
const requestsMax = 800_000;
const requestBytesMax = 700;
const answersMax = 500_000;
export const warmUpMs = 1_000;

async function load(settings: LoadSettings): Promise<LoadResult> {
  const requests = prepareRequests(settings);
  const latencies = new Float64Array(answersMax);
  let answers = 0;
  let refusals = 0;
  let next = 0;
  // The load itself has to warm up: its first second is not counted.
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
    Array.from({ length: settings.connections }, () =>
      keepBusy(settings.port, nextRequest, {
        onAnswer(status, ms) {
          if (status !== 200 && status !== 201) refusals++;
          if (performance.now() >= began) latencies[answers++] = ms;
        },
      }),
    ),
  );

  const seconds = (performance.now() - began) / 1000;
  const sorted = latencies.subarray(0, answers).sort();
  const at = (share: number) => sorted[Math.floor(answers * share)] ?? 0;
  return {
    perSecond: answers / seconds,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    answers,
    refusals,
  };
}

interface Due {
  request: Buffer;
  /** Milliseconds; the wait for the answer counts from here, also when it is sent later. */
  dueAt: number;
}

/** One connection: a request, its whole answer, the next request when it is due, until there is none. */
function keepBusy(
  port: number,
  nextRequest: () => Due | null,
  { onAnswer }: { onAnswer(status: number, ms: number): void },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.setNoDelay(true);
    let dueAt = 0;
    let status = 0;
    let missing = -1;
    const sendNext = () => {
      const next = nextRequest();
      if (!next) {
        socket.destroy();
        resolve();
        return;
      }
      missing = -1;
      dueAt = next.dueAt;
      const inMs = dueAt - performance.now();
      // A timer leaves out what is less than a millisecond, and would be early.
      if (inMs > 0) setTimeout(() => socket.write(next.request), Math.ceil(inMs));
      else socket.write(next.request);
    };
    socket.once('connect', sendNext);
    socket.once('error', reject);
    socket.on('data', (chunk: Buffer) => {
      if (missing < 0) {
        status = numberAt(chunk, statusOffset);
        const lengthAt = chunk.indexOf(lengthName) + lengthName.length;
        missing = chunk.indexOf('\r\n\r\n') + 4 + numberAt(chunk, lengthAt);
      }
      missing -= chunk.length;
      if (missing > 0) return;
      onAnswer(status, performance.now() - dueAt);
      sendNext();
    });
  });
}

// Both sides write their header names in lower case.
const lengthName = 'content-length: ';
const statusOffset = 'HTTP/1.1 '.length;

function numberAt(bytes: Buffer, offset: number): number {
  let number = 0;
  for (let at = offset; bytes[at]! >= 0x30 && bytes[at]! <= 0x39; at++) {
    number = number * 10 + bytes[at]! - 0x30;
  }
  return number;
}

// All requests stand in one piece of memory: thousands of small ones would make the load itself pause.
function prepareRequests(settings: LoadSettings): (index: number) => Buffer {
  const { method, path, key, firstLead, seconds } = settings;
  const head = `${method} ${path} HTTP/1.1\r\nHost: bench\r\nX-API-Key: ${key}\r\n`;
  if (method === 'GET') {
    const request = Buffer.from(`${head}\r\n`);
    return () => request;
  }
  const post = (index: number) => {
    const body = JSON.stringify(sampleLead(firstLead + index));
    return `${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  };
  const requestsMade = Math.min((warmUpMs / 1000 + seconds) * perSecondMax, requestsMax);
  const all = Buffer.alloc(requestsMade * requestBytesMax);
  const ends = new Uint32Array(requestsMade + 1);
  for (let index = 0; index < requestsMade; index++) {
    ends[index + 1] = ends[index]! + all.write(post(index), ends[index]!);
  }
  return (index) => {
    if (index >= requestsMade) throw new Error('more requests were made than expected');
    return all.subarray(ends[index], ends[index + 1]);
  };
}

if (import.meta.main) {
  const settings = JSON.parse(process.argv[2]!) as LoadSettings;
  process.stdout.write(JSON.stringify(await load(settings)));
}
