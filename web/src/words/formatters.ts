// Making a formatter takes a phone milliseconds, and a page shows hundreds of dates and amounts: each kind
// is made once.

export const dateTimeFormat = keptOf<Intl.DateTimeFormat, Intl.DateTimeFormatOptions>(
  (locale, options) => new Intl.DateTimeFormat(locale, options),
);
export const numberFormat = keptOf<Intl.NumberFormat, Intl.NumberFormatOptions>(
  (locale, options) => new Intl.NumberFormat(locale, options),
);
export const relativeTimeFormat = keptOf<Intl.RelativeTimeFormat, Intl.RelativeTimeFormatOptions>(
  (locale, options) => new Intl.RelativeTimeFormat(locale, options),
);

function keptOf<Formatter, Options>(make: (locale: string, options?: Options) => Formatter) {
  const kept = new Map<string, Formatter>();
  return (locale: string, options?: Options): Formatter => {
    const key = locale + JSON.stringify(options);
    const formatter = kept.get(key) ?? make(locale, options);
    kept.set(key, formatter);
    return formatter;
  };
}
