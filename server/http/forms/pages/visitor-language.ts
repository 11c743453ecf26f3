import { type Language, languages } from '#contract/account-lists.ts';

/** The language that was asked for, else the first of the browser that we have, else the brand's. */
export function visitorLanguage(
  { lang, acceptLanguage }: { lang: unknown; acceptLanguage: string | undefined },
  brandLanguage: Language,
): Language {
  const asked =
    typeof lang === 'string' && lang !== '' ? [lang] : (acceptLanguage ?? '').split(',');
  for (const range of asked.slice(0, 20)) {
    const known = knownLanguage(range);
    if (known) return known;
  }
  return brandLanguage;
}

/** One of ours, such as nl for nl-BE; null for another. */
export function knownLanguage(asked: unknown): Language | null {
  if (typeof asked !== 'string') return null;
  return languages.find((one) => one === asked.trim().slice(0, 2).toLowerCase()) ?? null;
}
