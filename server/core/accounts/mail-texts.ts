// The few mails that are sent: plain text, in the language of who gets it.
import type { Language } from '#contract/account-lists.ts';

export interface MailText {
  subject: string;
  text: string;
}

export function invitationMail(
  language: Language,
  { brandName, url }: { brandName: string; url: string },
): MailText {
  const brand = onOneLine(brandName);
  return language === 'nl'
    ? mailOf(`Uitnodiging voor ${brand}`, [
        `Je bent uitgenodigd om mee te werken bij ${brand}.`,
        'Open deze link om te beginnen. Hij werkt één keer en is zeven dagen geldig:',
        url,
        'Verwachtte je dit niet? Dan hoef je niets te doen.',
      ])
    : mailOf(`Invitation to ${brand}`, [
        `You have been invited to work at ${brand}.`,
        'Open this link to begin. It works once and is good for seven days:',
        url,
        'Were you not expecting this? Then there is nothing you need to do.',
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
        'Open this link to choose it. It works once and is good for one day:',
        url,
        'Was it not you? Then there is nothing you need to do: your password stays as it is.',
      ]);
}

function mailOf(subject: string, paragraphs: string[]): MailText {
  return { subject, text: `${paragraphs.join('\n\n')}\n` };
}

// A line break in a name must not begin another header field.
function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}
