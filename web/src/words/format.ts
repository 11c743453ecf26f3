// Formats dates, times and numbers for the user's language, in the brand's time zone.
import { useMemo } from 'react';
import { useSession } from '../app/session.ts';
import { agoText } from './ago.ts';
import { dateTimeFormat, numberFormat } from './formatters.ts';
import { dayOf } from './wall-time.ts';
import { type Language, useLanguage } from './words.ts';

const localeOf: Record<Language, string> = { en: 'en-GB', nl: 'nl-NL' };

export interface Format {
  locale: string;
  timeZone: string;
  date(time: string | Date): string;
  /** Includes the year unless it is the current one. */
  dateAndTime(time: string | Date): string;
  timeOfDay(time: string | Date): string;
  /** "3 hours ago", "yesterday". */
  ago(time: string | Date): string;
  number(value: number): string;
  /** Takes a fraction, such as 0.25. */
  percentage(share: number): string;
}

export function useFormat(): Format {
  const language = useLanguage();
  const timeZone = useSession()?.brand.timeZone ?? 'Europe/Amsterdam';
  return useMemo(() => formatFor(language, timeZone), [language, timeZone]);
}

function formatFor(language: Language, timeZone: string): Format {
  const locale = localeOf[language];
  const show = (time: string | Date, options: Intl.DateTimeFormatOptions) =>
    dateTimeFormat(locale, { timeZone, ...options }).format(new Date(time));
  return {
    locale,
    timeZone,
    date: (time) => show(time, { day: 'numeric', month: 'short', year: 'numeric' }),
    dateAndTime: (time) =>
      show(time, {
        weekday: 'short',
        day: 'numeric',
        month: 'short',
        year: isThisYear(time, timeZone) ? undefined : 'numeric',
        hour: '2-digit',
        minute: '2-digit',
      }),
    timeOfDay: (time) => show(time, { hour: '2-digit', minute: '2-digit' }),
    ago: (time) => agoText(new Date(time), { language, locale, timeZone, now: new Date() }),
    number: (value) => numberFormat(locale).format(value),
    percentage: (share) =>
      numberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }).format(share),
  };
}

function isThisYear(time: string | Date, timeZone: string): boolean {
  const yearOf = (moment: string | Date) => dayOf(moment, timeZone).slice(0, 4);
  return yearOf(time) === yearOf(new Date());
}
