import type { Language } from '#contract/account-lists.ts';

const dutchCountries = new Set(['NL', 'BE', 'SR', 'AW', 'CW', 'SX', 'BQ']);

/** The chosen language, else that of the country. */
export function languageOf(chosen: Language | null, country: string): Language {
  return chosen ?? (dutchCountries.has(country) ? 'nl' : 'en');
}
