// The mails we send: plain text, in the recipient's language.
import type { Language } from '#contract/account-lists.ts';
import { webhookFailingDaysMax } from '#contract/limits.ts';
import type { WebhookDisabledReason } from '#contract/webhook-lists.ts';

export interface MailText {
  subject: string;
  text: string;
}

export function invitationMail(
  language: Language,
  { brandName, url }: { brandName: string; url: string },
): MailText {
  const brand = plainName(brandName);
  return language === 'nl'
    ? mailOf(`Uitnodiging voor ${brand}`, [
        `Je bent uitgenodigd om mee te werken bij ${brand}.`,
        'Open deze link om te beginnen. Hij werkt één keer en is zeven dagen geldig:',
        url,
        'Verwachtte je dit niet? Dan hoef je niets te doen.',
      ])
    : mailOf(`Invitation to ${brand}`, [
        `You have been invited to work at ${brand}.`,
        'Open this link to get started. It works once and is valid for seven days:',
        url,
        'If you were not expecting this, you can ignore this e-mail.',
      ]);
}

export function passwordMail(language: Language, { url }: { url: string }): MailText {
  return language === 'nl'
    ? mailOf('Een nieuw wachtwoord', [
        'Iemand vroeg om een nieuw wachtwoord voor dit e-mailadres.',
        'Open deze link om het te kiezen. Hij werkt één keer en is een dag geldig:',
        url,
        'Was jij dat niet? Dan hoef je niets te doen: je wachtwoord blijft zoals het is.',
      ])
    : mailOf('A new password', [
        'Somebody asked for a new password for this e-mail address.',
        'Open this link to choose it. It works once and is valid for one day:',
        url,
        'If it was not you, you can ignore this e-mail: your password stays the same.',
      ]);
}

interface DisabledWebhook {
  brandName: string;
  /** Its description, or its URL. */
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
            ? 'de ontvanger zegt dat het adres niet meer bestaat (410).'
            : `er kwam ${webhookFailingDaysMax} dagen lang niets aan.`
        }`,
        'Wat er sindsdien gebeurt, wordt bewaard. Zet hem weer aan als de ontvanger werkt, dan gaat hij verder waar hij gebleven was:',
        url,
      ])
    : mailOf(`Webhook stopped at ${brand}`, [
        `The webhook “${webhook}” of ${brand} was stopped: ${
          reason === 'gone'
            ? 'the receiver says that the address no longer exists (410).'
            : `nothing got through for ${webhookFailingDaysMax} days.`
        }`,
        'Events since then are kept. Turn it back on when the receiver works, and it continues where it stopped:',
        url,
      ]);
}

function mailOf(subject: string, paragraphs: string[]): MailText {
  return { subject, text: `${paragraphs.join('\n\n')}\n` };
}

// A line break in a name would inject a header, and mail programs turn a name such as "evil.example/x"
// into a link. A space after the colon of a scheme and after the dot before a domain prevents that.
function plainName(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/(?<=\p{L}):(?=\S)/gu, ': ')
    .replace(/[.․。．｡](?=\p{L}[\p{L}\p{M}\p{N}-])/gu, '$& ')
    .trim();
}
