import type { Email } from 'postal-mime';

export type AutomaticReason = 'bounce' | 'auto_reply' | 'mailing_list';

const automaticSubject =
  /^(?:automatic reply|auto-?reply|automatisch antwoord|out of office|afwezigheid|afwezig|niet aanwezig|abwesenheit)/i;
const bounceSender = /^(?:mailer-daemon|postmaster)@/i;

/**
 * Why a program wrote it and not a person, or null. `Auto-Submitted: auto-generated` alone is no reason:
 * websites and portals write it into the mail about a lead.
 */
export function automaticReason(mail: Email, isReply: boolean): AutomaticReason | null {
  const headers = new Map(mail.headers.map(({ key, value }) => [key, value.trim().toLowerCase()]));
  const precedence = headers.get('precedence') ?? '';
  const submitted = (headers.get('auto-submitted') ?? 'no').split(/[\s;]/, 1)[0]!;
  const isReport = (headers.get('content-type') ?? '').startsWith('multipart/report');
  const isNullSender = headers.get('return-path')?.replace(/\s/g, '') === '<>';
  // Automatic replies have an empty sender too (RFC 3834), so that nobody answers them.
  const isAutoReply =
    submitted === 'auto-replied' ||
    precedence === 'auto_reply' ||
    headers.has('x-autoreply') ||
    headers.has('x-autorespond') ||
    (submitted === 'auto-generated' && isReply) ||
    ((submitted !== 'no' || isNullSender || headers.has('x-auto-response-suppress')) &&
      automaticSubject.test(mail.subject ?? ''));
  if (isReport || bounceSender.test(mail.from?.address ?? '')) return 'bounce';
  if (isAutoReply) return 'auto_reply';
  if (isNullSender) return 'bounce';
  const isList = headers.has('list-id') || precedence === 'bulk' || precedence === 'list';
  return isList ? 'mailing_list' : null;
}
