import { i18n, type Language } from './words.ts';

/** Does nothing if the language is already active: activating re-renders every text. */
export function activateLanguage(language: Language): void {
  if (document.documentElement.lang === language && i18n.locale === language) return;
  i18n.activate(language);
  document.documentElement.lang = language;
}
