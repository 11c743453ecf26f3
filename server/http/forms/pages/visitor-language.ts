import { type Language, languages } from '#contract/account-lists.ts';

/** The language that was asked for, else the first of the browser that we have, else the brand's. */
export function visitorLanguage(
  { lang, acceptLanguage }: { lang: unknown; acceptLanguage: string | undefined },
  brandLanguage: Language,
): Language {
  const asked =
    typeof lang === 'string' && lang !== '' ? [lang] : (acceptLanguage ?? '').split(',');
  for (const range of asked.slice(0, 20)) {
    const known = languages.find((one) => one === range.trim().slice(0, 2).toLowerCase());
    if (known) return known;
  }
  return brandLanguage;
}
