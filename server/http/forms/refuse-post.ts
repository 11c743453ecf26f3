// Errors for visitors: a page in their language, with the status and headers of the API.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OpenChannel } from '#actions/intakes/channels.ts';
import type { Language } from '#contract/account-lists.ts';
import { uploadBytesMax } from '#contract/limits.ts';
import { refusalOf, sendError } from '../refusals/render-error.ts';
import { messagePage } from './pages/message-page.ts';
import { visitorLanguage } from './pages/visitor-language.ts';
import { sendPage } from './send-page.ts';
import { wantsPage } from './wants-page.ts';

type Words = Record<Language, { title: string; text: string }>;

const uploadMbMax = uploadBytesMax / 1024 / 1024;
const byStatus: Record<number, Words> = {
  404: {
    nl: { title: 'Dit formulier bestaat niet', text: 'Controleer het adres van de pagina.' },
    en: { title: 'This form does not exist', text: 'Check the address of the page.' },
  },
  413: {
    nl: {
      title: 'Dit is te groot',
      text: `Ga terug en kies minder of kleinere foto’s: samen ten hoogste ${uploadMbMax} MB.`,
    },
    en: {
      title: 'This is too large',
      text: `Go back and choose fewer or smaller photos: ${uploadMbMax} MB at most.`,
    },
  },
  429: {
    nl: { title: 'Even geduld', text: 'Wacht een minuut, ga terug en verstuur het opnieuw.' },
    en: { title: 'One moment', text: 'Wait a minute, go back and send it again.' },
  },
};
const others: Words = {
  nl: {
    title: 'Niet verstuurd',
    text: 'Dat is niet gelukt. Ga terug en verstuur het over een minuut opnieuw.',
  },
  en: { title: 'Not sent', text: 'That did not work. Go back and send it again in a minute.' },
};

export function refusePost(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  open: OpenChannel | null,
): void {
  const refusal = refusalOf(error, request, reply);
  if (!wantsPage(request)) return sendError(refusal, request, reply);
  const { statusCode, code, headers } = refusal;
  const language = languageFor(request, open);
  const words = (byStatus[statusCode] ?? others)[language];
  void reply.code(statusCode).headers({ ...headers, 'error-code': code });
  sendPage(reply, messagePage({ open, language, ...words }), open);
}

export function languageFor(
  { headers, query }: FastifyRequest,
  open: OpenChannel | null,
  asked = '',
): Language {
  const { lang } = (query ?? {}) as { lang?: unknown };
  const wanted = asked === '' && typeof lang === 'string' ? lang : asked;
  const visitor = { lang: wanted, acceptLanguage: headers['accept-language'] };
  return visitorLanguage(visitor, open?.brandLanguage ?? 'en');
}
