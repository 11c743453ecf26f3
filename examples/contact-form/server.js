// Serves the form and creates a lead from each submission. Only this backend has the key.
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { ValidationError, Vakwerk } from '@vakwerk/client';

const { VAKWERK_URL, VAKWERK_KEY, HOST = '127.0.0.1', PORT = '8080' } = process.env;
const bodyBytesMax = 64 * 1024;
// The visitor waits this long at most; each attempt of the client is shorter.
const createTimeoutMs = 20_000;
const fields = [
  'customerName',
  'email',
  'phone',
  'street',
  'postalCode',
  'city',
  'title',
  'description',
];

const client = new Vakwerk({ apiKey: VAKWERK_KEY ?? '', baseUrl: VAKWERK_URL ?? '' });
const file = (name) => readFileSync(new URL(name, import.meta.url), 'utf8');
const form = file('form.html');
const thanks = file('thanks.html');
const style = file('style.css');

const server = createServer((request, response) => {
  answer(request, response).catch((error) => {
    console.error('the form failed:', error.message);
    if (!response.headersSent) show(response, 500, page({}, ['Something went wrong here.']));
  });
});
server.listen(Number(PORT), HOST, () => {
  console.log(`The form is at http://${HOST}:${server.address().port}`);
});

async function answer(request, response) {
  const path = request.url.split('?')[0];
  if (path === '/style.css')
    return void response.writeHead(200, { 'content-type': 'text/css' }).end(style);
  if (path !== '/') return show(response, 404, page({}, ['Page not found.']));
  if (request.method === 'POST') return receive(request, response);
  show(response, 200, page({}));
}

async function receive(request, response) {
  const body = await bodyOf(request);
  if (body === null) return show(response, 413, page({}, ['Your message is too long.']));
  const sent = Object.fromEntries(new URLSearchParams(body));
  // Only a robot fills in the hidden field. Thank it, so that it does not adapt.
  if (sent.website) return show(response, 200, thanks);

  const lead = Object.fromEntries(fields.map((name) => [name, sent[name] ?? '']));
  // The same form with the same content is one lead, however often it is submitted.
  const idempotencyKey = createHash('sha256')
    .update(JSON.stringify([sent.submission, lead]))
    .digest('hex');
  try {
    await client.leads.create(lead, {
      idempotencyKey,
      signal: AbortSignal.timeout(createTimeoutMs),
    });
  } catch (error) {
    if (error instanceof ValidationError) return show(response, 400, page(lead, error.messages));
    console.error('a lead was not stored:', error.name, error.status, error.requestId);
    const apology = 'We could not store your question just now. Please try again, or call us.';
    return show(response, 502, page({ ...lead, submission: sent.submission }, [apology]));
  }
  show(response, 200, thanks);
}

async function bodyOf(request) {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes <= bodyBytesMax) chunks.push(chunk);
  }
  return bytes > bodyBytesMax ? null : Buffer.concat(chunks).toString('utf8');
}

function page(values, problems = []) {
  const list = problems.map((problem) => `<p>${escapeHtml(problem)}</p>`).join('');
  const all = { submission: randomUUID(), ...values };
  return form.replaceAll(/\{\{(\w+)\}\}/g, (_, name) =>
    name === 'problems'
      ? list && `<div class="problems" role="alert">${list}</div>`
      : escapeHtml(all[name] ?? ''),
  );
}

function show(response, status, html) {
  response
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
    })
    .end(html);
}

function escapeHtml(text) {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
