// What visitors see of a form: its page, its thank-you page, and what the embed shows on other websites.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OpenChannel } from '#actions/intakes/channels.ts';
import type { Language } from '#contract/account-lists.ts';
import { settingsOf } from '#core/intakes/channel-settings.ts';
import { allowOrigin } from '../forms/cross-origin.ts';
import { formSecretFrom } from '../forms/form-secret.ts';
import { embeddedForm } from '../forms/pages/embedded-form.ts';
import { formPage } from '../forms/pages/form-page.ts';
import { formText } from '../forms/pages/form-words.ts';
import { messagePage } from '../forms/pages/message-page.ts';
import { thanksPage } from '../forms/pages/thanks-page.ts';
import { visitorLanguage } from '../forms/pages/visitor-language.ts';
import { sendPage } from '../forms/send-page.ts';
import { Visits } from '../forms/visit.ts';
import { clientAddress } from '../gate/client-address.ts';
import { LocalRateLimiter } from '../gate/rate-limit.ts';
import { tooManyRequests } from '../gate/refused-keys.ts';
import { ApiError } from '../refusals/api-error.ts';

interface FormPageParts {
  cursorKey: string;
  clock: { now(): number };
}

interface FormQuery {
  lang?: unknown;
  /** In a frame: without the brand. */
  embedded?: unknown;
}
type FormRequest = FastifyRequest<{ Params: { id: string }; Querystring: FormQuery }>;

// Of one client address, which an office or a school may share.
const viewsPerMinuteMax = 300;
const permanently = 308;

export function formPageRoutes(app: FastifyInstance, { cursorKey, clock }: FormPageParts): void {
  const visits = new Visits(formSecretFrom(cursorKey));
  const views = new LocalRateLimiter(viewsPerMinuteMax);

  app.get('/f/:id', page);
  app.get('/f/:id/', withoutSlash);
  app.get('/f/:id/thanks', thanks);
  app.get('/f/:id/form.json', embedded);

  async function page(request: FormRequest, reply: FastifyReply): Promise<FastifyReply> {
    const open = await find(request);
    if (!open) return sendMissing(request, reply);
    const isEmbedded = request.query.embedded !== undefined;
    return sendPage(reply, formPage({ ...emptyForm(request, open), isEmbedded }), open);
  }

  /** Some websites add a slash to every address; relative, so that it works behind a path prefix. */
  function withoutSlash(request: FormRequest, reply: FastifyReply): FastifyReply {
    const [, query] = request.url.split(/(?=\?)/);
    const path = `../${encodeURIComponent(request.params.id)}`;
    return reply.redirect(path + (query ?? ''), permanently);
  }

  async function thanks(request: FormRequest, reply: FastifyReply): Promise<FastifyReply> {
    const open = await find(request);
    if (!open) return sendMissing(request, reply);
    return sendPage(reply, thanksPage({ open, language: languageOf(request, open) }), open);
  }

  async function embedded(request: FormRequest, reply: FastifyReply): Promise<FastifyReply> {
    const open = await find(request);
    if (!open) throw new ApiError(404, 'There is no form at this address');
    allowOrigin(request, reply, settingsOf(open.channel).origins);
    void reply.header('cache-control', 'no-store');
    return reply.send(embeddedForm(emptyForm(request, open)));
  }

  function emptyForm(request: FormRequest, open: OpenChannel) {
    const visit = visits.newVisit(open.channel.id, clock.now());
    return { open, language: languageOf(request, open), values: {}, messages: [], visit };
  }

  function find(request: FormRequest): Promise<OpenChannel | null> {
    const { isAllowed, resetSeconds } = views.take(clientAddress(request));
    if (!isAllowed) throw tooManyRequests(resetSeconds);
    return request.run('findOpenChannel', { type: 'form', address: request.params.id });
  }
}

function languageOf({ query, headers }: FormRequest, open: OpenChannel | null): Language {
  const asked = { lang: query.lang, acceptLanguage: headers['accept-language'] };
  return visitorLanguage(asked, open?.brandLanguage ?? 'en');
}

function sendMissing(request: FormRequest, reply: FastifyReply): FastifyReply {
  const language = languageOf(request, null);
  const [title, text] = [formText('missingTitle', language), formText('missing', language)];
  void reply.code(404).header('error-code', 'not_found');
  return sendPage(reply, messagePage({ open: null, language, title, text }), null);
}
