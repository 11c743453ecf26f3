// The form on a machine with Node.
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { answer } from './form.js';

const { VAKWERK_URL, VAKWERK_API_KEY, HOST = '127.0.0.1', PORT = '8080' } = process.env;
if (!VAKWERK_URL || !VAKWERK_API_KEY) {
  console.error('Set VAKWERK_URL and VAKWERK_API_KEY.');
  process.exit(1);
}

const server = createServer((request, response) => {
  pass(request, response).catch((error) => {
    console.error('a request failed:', error.message);
    if (!response.headersSent) response.writeHead(400);
    response.end();
  });
});
server.listen(Number(PORT), HOST, () => {
  console.log(`The form is at http://${HOST}:${server.address().port}`);
});

/** From Node's request to the web's, and back. */
async function pass(request, response) {
  const { method, url, headers } = request;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const sent = new Request(new URL(url, 'http://localhost'), {
    method,
    headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
    ...(hasBody && { body: Readable.toWeb(request), duplex: 'half' }),
  });
  const answered = await answer(sent, process.env);
  response.writeHead(answered.status, Object.fromEntries(answered.headers));
  response.end(method === 'HEAD' ? undefined : await answered.text());
}
