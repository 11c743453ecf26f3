// Which language the page speaks.
import { i18n, type Language } from './words.ts';

/** Says nothing when it spoke it already: everything with words would be drawn again. */
export function speak(language: Language): void {
  if (document.documentElement.lang === language && i18n.locale === language) return;
  i18n.activate(language);
  document.documentElement.lang = language;
}
