// Amounts as people type them: "1.932,50", "1,932.50", "1932,5" and "1932" are clear in any language.

/** Null when it holds no digit. A separator with one or two digits behind it begins the cents. */
export function centsIn(text: string): number | null {
  const written = text.replace(/[^\d.,]/g, '');
  const [, whole = '', cents = ''] = /^(.*?)(?:[.,](\d{0,2}))?$/.exec(written) ?? [];
  const digits = whole.replace(/\D/g, '');
  if (digits === '' && cents === '') return null;
  return Number(digits) * 100 + Number(cents.padEnd(2, '0'));
}

export function textOfCents(cents: number | null, locale: string): string {
  if (cents === null) return '';
  const format = { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: false };
  return new Intl.NumberFormat(locale, format).format(cents / 100);
}
