// A scripted name server on loopback.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import ipaddr from 'ipaddr.js';

type RecordType = 'A' | 'AAAA';
type DnsAnswer = string[] | keyof typeof responseCodes | 'silence';

export interface DnsServer {
  address: string;
  /** One answer for each query to come; the last one stays. */
  script(name: string, type: RecordType, ...answers: DnsAnswer[]): void;
  questions(name: string, type: RecordType): number;
  close(): Promise<void>;
}

interface Question {
  id: number;
  name: string;
  type: number;
  bytes: Buffer;
}

const typeNumbers: Record<RecordType, number> = { A: 1, AAAA: 28 };
const responseCodes = { SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 };
const headerBytes = 12;

export async function startDnsServer(): Promise<DnsServer> {
  const scripts = new Map<string, DnsAnswer[]>();
  const counts = new Map<string, number>();
  const keyOf = (name: string, type: number) => `${type} ${name}`;

  const socket = createSocket('udp4');
  socket.on('message', (message, { port, address }) => {
    const question = readQuestion(message);
    const key = keyOf(question.name, question.type);
    counts.set(key, (counts.get(key) ?? 0) + 1);
    const answer = nextAnswer(question);
    if (answer !== 'silence') socket.send(writeAnswer(question, answer), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  // A test whose server fails to start must still end.
  socket.unref();

  function nextAnswer({ name, type }: Question): DnsAnswer {
    const script = scripts.get(keyOf(name, type));
    if (script) return script.length > 1 ? script.shift()! : script[0]!;
    const isKnown = Object.values(typeNumbers).some((other) => scripts.has(keyOf(name, other)));
    return isKnown ? [] : 'NXDOMAIN';
  }

  return {
    address: `127.0.0.1:${socket.address().port}`,
    script: (name, type, ...answers) => void scripts.set(keyOf(name, typeNumbers[type]), answers),
    questions: (name, type) => counts.get(keyOf(name, typeNumbers[type])) ?? 0,
    async close() {
      const closed = once(socket, 'close');
      socket.close();
      await closed;
    },
  };
}

function readQuestion(message: Buffer): Question {
  const labels: string[] = [];
  let at = headerBytes;
  for (let length = message[at]!; length > 0; length = message[at]!) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return {
    id: message.readUInt16BE(0),
    name: labels.join('.'),
    type: message.readUInt16BE(at + 1),
    bytes: message.subarray(headerBytes, at + 5),
  };
}

function writeAnswer({ id, type, bytes }: Question, answer: Exclude<DnsAnswer, 'silence'>): Buffer {
  const addresses = typeof answer === 'string' ? [] : answer;
  const code = typeof answer === 'string' ? responseCodes[answer] : 0;
  const header = Buffer.alloc(headerBytes);
  header.writeUInt16BE(id, 0);
  header.writeUInt16BE(0x8180 | code, 2); // an answer, with recursion
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(addresses.length, 6);
  return Buffer.concat([header, bytes, ...addresses.map((address) => writeRecord(address, type))]);
}

function writeRecord(address: string, type: number): Buffer {
  const data = ipaddr.parse(address).toByteArray();
  const record = Buffer.alloc(headerBytes);
  record.writeUInt16BE(0xc000 | headerBytes, 0); // the name that was asked for
  record.writeUInt16BE(type, 2);
  record.writeUInt16BE(1, 4);
  record.writeUInt16BE(data.length, 10);
  return Buffer.concat([record, Buffer.from(data)]);
}
