// Which language the page speaks.
import { i18n, type Language } from './words.ts';

export function speak(language: Language): void {
  i18n.activate(language);
  document.documentElement.lang = language;
}
