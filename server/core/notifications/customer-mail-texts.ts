// The texts of mails to customers that come with the program, and the values of their placeholders.
import type { Language } from '#contract/account-lists.ts';
import type { MailText, Placeholder } from '#contract/customer-mail-text.ts';
import type { CustomerMailKind } from '#contract/notification-lists.ts';
import { plainName } from '../accounts/mail-texts.ts';
import { zonedTime } from '../time-zone.ts';

export const usualTexts: Record<Language, Record<CustomerMailKind, MailText>> = {
  nl: {
    receipt: {
      subject: 'We hebben uw aanvraag ontvangen',
      text: `Beste {naam},

Bedankt voor uw aanvraag: {onderwerp}.

We nemen zo snel mogelijk contact met u op. Wilt u iets toevoegen? Beantwoord dan deze mail.

Met vriendelijke groet,
{bedrijf}`,
    },
    planned: {
      subject: 'Uw afspraak op {datum}',
      text: `Beste {naam},

Uw afspraak met {bedrijf} staat gepland.

Waarvoor: {onderwerp}
Wanneer: {datum}, {tijd}
Waar: {adres}

Met de bijlage zet u de afspraak in uw agenda. Komt het niet uit? Beantwoord dan deze mail.

Met vriendelijke groet,
{bedrijf}`,
    },
    moved: {
      subject: 'Uw afspraak is verplaatst naar {datum}',
      text: `Beste {naam},

Uw afspraak met {bedrijf} is verplaatst.

Waarvoor: {onderwerp}
Eerst: {eerder}
Nu: {datum}, {tijd}
Waar: {adres}

Met de bijlage past u de afspraak in uw agenda aan. Komt het niet uit? Beantwoord dan deze mail.

Met vriendelijke groet,
{bedrijf}`,
    },
    cancelled: {
      subject: 'Uw afspraak op {datum} gaat niet door',
      text: `Beste {naam},

Uw afspraak met {bedrijf} gaat niet door.

Waarvoor: {onderwerp}
Wanneer: {datum}, {tijd}

Met de bijlage haalt u de afspraak uit uw agenda. Hebt u vragen, of wilt u een nieuwe afspraak? Beantwoord dan deze mail.

Met vriendelijke groet,
{bedrijf}`,
    },
    report: {
      subject: 'Uw werkbon van {bedrijf}',
      text: `Beste {naam},

Bij deze mail vindt u de werkbon als pdf.

Waarvoor: {onderwerp}
Waar: {adres}

Klopt er iets niet? Beantwoord dan deze mail.

Met vriendelijke groet,
{bedrijf}`,
    },
  },
  en: {
    receipt: {
      subject: 'We have received your request',
      text: `Dear {name},

Thank you for your request: {title}.

We will get in touch with you as soon as we can. Something to add? Just reply to this e-mail.

Kind regards,
{business}`,
    },
    planned: {
      subject: 'Your appointment on {date}',
      text: `Dear {name},

Your appointment with {business} is scheduled.

What: {title}
When: {date}, {time}
Where: {address}

Open the attachment to add it to your calendar. Does this time not suit you? Just reply to this e-mail.

Kind regards,
{business}`,
    },
    moved: {
      subject: 'Your appointment has been moved to {date}',
      text: `Dear {name},

Your appointment with {business} has been moved.

What: {title}
Was: {earlier}
Now: {date}, {time}
Where: {address}

Open the attachment to update your calendar. Does this time not suit you? Just reply to this e-mail.

Kind regards,
{business}`,
    },
    cancelled: {
      subject: 'Your appointment on {date} is cancelled',
      text: `Dear {name},

Your appointment with {business} is cancelled.

What: {title}
When: {date}, {time}

Open the attachment to remove it from your calendar. Any questions, or would you like a new appointment? Just reply to this e-mail.

Kind regards,
{business}`,
    },
    report: {
      subject: 'Your work report from {business}',
      text: `Dear {name},

The work report is attached as a PDF.

What: {title}
Where: {address}

Is something wrong? Just reply to this e-mail.

Kind regards,
{business}`,
    },
  },
};

export interface Appointment {
  start: number;
  end: number | null;
}

interface MailFacts {
  language: Language;
  timeZone: string;
  business: string;
  name: string;
  firstName: string;
  title: string;
  /** Empty when unknown. */
  address: string;
  appointment: Appointment | null;
  /** What the customer was told before. */
  earlier: Appointment | null;
}

export function placeholderValues(facts: MailFacts): Record<Placeholder, string> {
  const { appointment, earlier } = facts;
  const spoken = localeOf[facts.language];
  const date = (time: number) => dateText(spoken, facts.timeZone, time);
  const times = (one: Appointment) => timesText(spoken, facts.timeZone, one);
  return {
    name: sent(facts.name),
    firstName: sent(facts.firstName || facts.name),
    title: sent(facts.title),
    business: facts.business,
    address: sent(facts.address),
    date: appointment ? date(appointment.start) : '',
    time: appointment ? times(appointment) : '',
    earlier: earlier ? `${date(earlier.start)}, ${times(earlier)}` : '',
  };
}

const sentLengthMax = 120;

// A stranger can fill in a form with the address of somebody else: what they wrote must not become
// an advertisement or a link.
function sent(text: string): string {
  const characters = [...plainName(text)];
  if (characters.length <= sentLengthMax) return characters.join('');
  return `${characters.slice(0, sentLengthMax - 1).join('')}…`;
}

const localeOf: Record<Language, string> = { nl: 'nl-NL', en: 'en-GB' };

function dateText(locale: string, timeZone: string, time: number): string {
  const day = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;
  return zonedTime(timeZone, time).toPlainDate().toLocaleString(locale, day);
}

/** Such as 09:00, 09:00–11:00, or with the date of the end. */
function timesText(locale: string, timeZone: string, { start, end }: Appointment): string {
  const from = clockText(timeZone, start);
  if (end === null || end <= start) return from;
  const [first, last] = [start, end].map((time) => dateText(locale, timeZone, time));
  const until = clockText(timeZone, end);
  return first === last ? `${from}–${until}` : `${from} – ${last}, ${until}`;
}

function clockText(timeZone: string, time: number): string {
  return zonedTime(timeZone, time).toPlainTime().toString({ smallestUnit: 'minute' });
}
