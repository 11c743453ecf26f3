// Raw bytes to the server's port, for requests that no HTTP client would send.
import type { Answer } from './call.ts';
import { answerOf, HttpConnection } from './http-connection.ts';
import type { TestServer } from './server.ts';

/** Sends a request given line by line. */
export async function sendRaw(server: TestServer, ...lines: string[]): Promise<Answer> {
  const connection = await HttpConnection.open(server);
  if (!connection) throw new Error('nobody listens');
  try {
    const answer = await connection.exchange(lines.join('\r\n'));
    if (!answer) throw new Error(`no answer to ${lines[0]}`);
    return answerOf(answer);
  } finally {
    connection.close();
  }
}
