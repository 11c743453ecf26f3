// Bytes to the server's port as they are, for requests that no HTTP client would send.
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Answer } from './call.ts';
import type { TestServer } from './server.ts';

const answerWaitMs = 5_000;

/** Sends a request given line by line and reads the answer until the server closes the connection. */
export async function sendRaw(server: TestServer, ...lines: string[]): Promise<Answer> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  try {
    socket.setTimeout(answerWaitMs, () => socket.destroy(new Error('no answer in time')));
    socket.write(lines.join('\r\n'));
    let answer = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
    await once(socket, 'end');
    return readAnswer(answer);
  } finally {
    socket.destroy();
  }
}

function readAnswer(text: string): Answer {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const [statusLine = '', ...fields] = head.split('\r\n');
  const headers = new Headers(
    fields.map((field) => field.split(/:\s*(.*)/s, 2) as [string, string]),
  );
  const isJson = headers.get('content-type')?.includes('json') && body !== '';
  return {
    status: Number(statusLine.split(' ')[1]),
    headers,
    text: body,
    body: isJson ? JSON.parse(body) : undefined,
  };
}
