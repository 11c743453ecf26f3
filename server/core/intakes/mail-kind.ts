import type { Email } from 'postal-mime';

export type AutomaticReason = 'bounce' | 'auto_reply' | 'mailing_list';

const automaticSubject =
  /^(?:automatic reply|auto-?reply|automatisch antwoord|out of office|afwezigheid|afwezig|niet aanwezig|abwesenheit)/i;
const bounceSender = /^mailer-daemon@/i;
// Websites send their forms in this name too.
const serverSender = /^postmaster@/i;

interface KnownOfMail {
  isReply: boolean;
  /** By the envelope. */
  isNullSender: boolean;
  /** Its labelled lines give a name, and a phone number or address. */
  hasCustomer: boolean;
}

/**
 * Why a program wrote it and not a person, or null. `Auto-Submitted: auto-generated` alone is no reason, and
 * neither is `Precedence: bulk` with the data of a customer: websites and portals write them into the mail
 * about a lead.
 */
export function automaticReason(mail: Email, known: KnownOfMail): AutomaticReason | null {
  const { isReply, hasCustomer } = known;
  const headers = new Map(mail.headers.map(({ key, value }) => [key, value.trim().toLowerCase()]));
  const precedence = headers.get('precedence') ?? '';
  const submitted = (headers.get('auto-submitted') ?? 'no').split(/[\s;]/, 1)[0]!;
  const isReport = (headers.get('content-type') ?? '').startsWith('multipart/report');
  const isNullSender =
    known.isNullSender || headers.get('return-path')?.replace(/\s/g, '') === '<>';
  // Automatic replies have an empty sender too (RFC 3834), so that nobody answers them.
  const isAutoReply =
    submitted === 'auto-replied' ||
    precedence === 'auto_reply' ||
    headers.has('x-autoreply') ||
    headers.has('x-autorespond') ||
    (submitted === 'auto-generated' && isReply) ||
    ((submitted !== 'no' || isNullSender || headers.has('x-auto-response-suppress')) &&
      automaticSubject.test(mail.subject ?? ''));
  const sender = mail.from?.address ?? '';
  const isByServer = serverSender.test(sender) && submitted !== 'no' && !hasCustomer;
  if (isReport || isByServer || bounceSender.test(sender)) return 'bounce';
  if (isAutoReply) return 'auto_reply';
  if (isNullSender) return 'bounce';
  const isList = headers.has('list-id') || precedence === 'list';
  const isBulk = precedence === 'bulk' && (!hasCustomer || headers.has('list-unsubscribe'));
  return isList || isBulk ? 'mailing_list' : null;
}
