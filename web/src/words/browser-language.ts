import { type Language, languages } from './words.ts';

/** The first of the browser's preferred languages that the app has; used while nobody is signed in. */
export function browserLanguage(preferred: readonly string[] = navigator.languages): Language {
  for (const tag of preferred) {
    const [base] = tag.toLowerCase().split('-');
    const known = languages.find((language) => language === base);
    if (known) return known;
  }
  return 'en';
}
