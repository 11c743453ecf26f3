// The e-mails that the server sends: plain text, in the recipient's language.
import type { Language } from '#contract/account-lists.ts';
import type { MailText } from '#contract/customer-mail-text.ts';
import { webhookFailingDaysMax } from '#contract/limits.ts';
import type { WebhookDisabledReason } from '#contract/webhook-lists.ts';

export function invitationMail(
  language: Language,
  { brandName, url }: { brandName: string; url: string },
): MailText {
  const brand = plainName(brandName);
  return language === 'nl'
    ? mailOf(`Uitnodiging voor ${brand}`, [
        `Je bent uitgenodigd voor het team van ${brand}.`,
        'Open deze link om te beginnen. Hij werkt één keer en is zeven dagen geldig:',
        url,
        'Verwachtte je dit niet? Dan kun je deze mail negeren.',
      ])
    : mailOf(`Invitation to ${brand}`, [
        `You have been invited to join the team at ${brand}.`,
        'Open this link to get started. It works once and is valid for seven days:',
        url,
        'Not expecting this? You can ignore this e-mail.',
      ]);
}

export function passwordMail(language: Language, { url }: { url: string }): MailText {
  return language === 'nl'
    ? mailOf('Nieuw wachtwoord', [
        'Iemand vroeg om een nieuw wachtwoord voor dit e-mailadres.',
        'Open deze link om er een te kiezen. Hij werkt één keer en is een dag geldig:',
        url,
        'Was jij dat niet? Dan kun je deze mail negeren: je wachtwoord verandert niet.',
      ])
    : mailOf('New password', [
        'Someone requested a new password for this e-mail address.',
        'Open this link to choose one. It works once and is valid for one day:',
        url,
        'Was this not you? You can ignore this e-mail: your password will not change.',
      ]);
}

interface DisabledWebhook {
  brandName: string;
  /** The webhook's description, or its URL's host. */
  name: string;
  reason: WebhookDisabledReason;
  /** The webhook's page in the web app. */
  url: string;
}

export function disabledWebhookMail(
  language: Language,
  { brandName, name, reason, url }: DisabledWebhook,
): MailText {
  const brand = plainName(brandName);
  const webhook = plainName(name);
  return language === 'nl'
    ? mailOf(`Webhook gestopt bij ${brand}`, [
        `De webhook “${webhook}” van ${brand} is gestopt: ${
          reason === 'gone'
            ? 'de ontvanger zegt dat de URL niet meer bestaat (410).'
            : `er kwam ${webhookFailingDaysMax} dagen lang niets aan.`
        }`,
        'Nieuwe gebeurtenissen worden bewaard. Zet de webhook weer aan als de ontvanger werkt, dan gaat hij verder waar hij gebleven was:',
        url,
      ])
    : mailOf(`Webhook stopped at ${brand}`, [
        `The webhook “${webhook}” of ${brand} has stopped: ${
          reason === 'gone'
            ? 'the receiver says that the URL no longer exists (410).'
            : `nothing got through for ${webhookFailingDaysMax} days.`
        }`,
        'New events are kept. Switch the webhook on again when the receiver works, and it continues where it stopped:',
        url,
      ]);
}

interface NoticeMail {
  brandName: string;
  title: string;
  body: string;
  url: string;
}

/** A notification to a member. */
export function noticeMail(
  language: Language,
  { brandName, title, body, url }: NoticeMail,
): MailText {
  const lines = body.split('\n').map(plainName);
  return mailOf(`${plainName(title)} (${plainName(brandName)})`, [
    ...(body === '' ? [] : [lines.join('\n')]),
    url,
    language === 'nl'
      ? 'Welke mails je krijgt, kies je bij Instellingen → Meldingen.'
      : 'Choose which e-mails you get under Settings → Notifications.',
  ]);
}

function mailOf(subject: string, paragraphs: string[]): MailText {
  return { subject, text: `${paragraphs.join('\n\n')}\n` };
}

// Prevents header injection by a line break, and link injection by a name such as "evil.example/x":
// mail clients turn anything that looks like a URL into a link. A space after the colon of a scheme
// and after the dot before a domain stops them.
export function plainName(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/(?<=\p{L}):(?=\S)/gu, ': ')
    .replace(/[.․。．｡](?=\p{L}[\p{L}\p{M}\p{N}-])/gu, '$& ')
    .trim();
}
