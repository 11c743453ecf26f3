// The contact form, on web standards alone: Node, Cloudflare and Netlify all run this file.
import { createLead } from './create-lead.js';
import { formPage, messagePage } from './page.js';
import { fieldNames, problemsIn, refusedFields } from './fields.js';
import { textsFor } from './texts.js';

const bodyBytesMax = 64 * 1024;

/** Answers one request. `settings` has VAKWERK_URL, VAKWERK_API_KEY, FORM_LANGUAGE and FORM_PATH. */
export async function answer(request, settings) {
  const texts = textsFor(settings.FORM_LANGUAGE);
  try {
    const { pathname } = new URL(request.url);
    if (pathname !== (settings.FORM_PATH || '/')) return messagePage(404, texts, texts.notFound);
    if (request.method === 'POST') return await receive(request, settings, texts);
    if (request.method === 'GET' || request.method === 'HEAD') return formPage(200, texts, {});
    return messagePage(405, texts, texts.notFound, { allow: 'GET, HEAD, POST' });
  } catch (error) {
    console.error('the form failed:', error.message);
    return formPage(500, texts, {}, [texts.failed]);
  }
}

async function receive(request, settings, texts) {
  // Browsers say so when a page of another site sends the form.
  if (request.headers.get('sec-fetch-site') === 'cross-site') {
    return formPage(403, texts, {}, [texts.otherSite]);
  }
  const body = await bodyOf(request);
  if (body === null) return formPage(413, texts, {}, [texts.tooMuch]);
  const sent = Object.fromEntries(new URLSearchParams(body));
  // Only a robot fills in the hidden field. Thank it, so that it does not adapt.
  if (sent.website) return messagePage(200, texts, texts.thanks);

  const lead = Object.fromEntries(fieldNames.map((name) => [name, (sent[name] ?? '').trim()]));
  const again = { ...lead, submission: sent.submission };
  const problems = problemsIn(lead, texts);
  if (problems.length > 0) return formPage(400, texts, again, problems);

  const outcome = await createLead(settings, lead, await keyFor(sent.submission, lead));
  if (outcome.status === 201) return messagePage(200, texts, texts.thanks);
  if (outcome.status === 400 && outcome.messages.length > 0) {
    return formPage(400, texts, again, refusedFields(outcome.messages, texts));
  }
  // No names or addresses in the log.
  console.error('a lead was not stored:', outcome.reason);
  return formPage(502, texts, again, [texts.failed]);
}

/** Null when it is longer than a form would send. */
async function bodyOf(request) {
  if (!request.body) return '';
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  // Read to the end, or the visitor's browser would not wait for the answer.
  for await (const chunk of request.body) {
    bytes += chunk.length;
    if (bytes <= bodyBytesMax) text += decoder.decode(chunk, { stream: true });
  }
  return bytes > bodyBytesMax ? null : text + decoder.decode();
}

/**
 * Each view of the form has its own `submission`. Sent twice with the same content it is one lead;
 * with other content it is another.
 */
async function keyFor(submission, lead) {
  const bytes = new TextEncoder().encode(JSON.stringify([submission, lead]));
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
