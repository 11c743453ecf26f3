import { type Language, languages } from './words.ts';

/** Before anybody is signed in, or has chosen: the first of those that the browser prefers and we have. */
export function browserLanguage(preferred: readonly string[] = navigator.languages): Language {
  for (const one of preferred) {
    const [base] = one.toLowerCase().split('-');
    const known = languages.find((language) => language === base);
    if (known) return known;
  }
  return 'en';
}
