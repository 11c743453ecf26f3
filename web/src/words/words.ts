// The app's words in both languages, side by side. A page defines its own, so that they are loaded with it.
import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { useLingui } from '@lingui/react';

export const languages = ['en', 'nl'] as const;
export type Language = (typeof languages)[number];

/** English and Dutch. Values stand in braces, plurals as ICU messages have them. */
type Pair = readonly [en: string, nl: string];

export const i18n = setupI18n({ locale: 'en', messages: { en: {}, nl: {} } });
i18n.setMessagesCompiler(compileMessage);

export interface Words<Key extends string> {
  readonly area: string;
  readonly pairs: Record<Key, Pair>;
}

export function defineWords<Key extends string>(
  area: string,
  pairs: Record<Key, Pair>,
): Words<Key> {
  for (const [index, language] of languages.entries()) {
    const messages = Object.entries<Pair>(pairs).map(([key, pair]) => [
      `${area}.${key}`,
      pair[index]!,
    ]);
    i18n.load(language, Object.fromEntries(messages));
  }
  return { area, pairs };
}

export type Values = Record<string, string | number>;
export type Say<Key extends string> = (key: Key, values?: Values) => string;

/** `say('key')` in the language of whoever is signed in. */
export function useWords<Key extends string>({ area }: Words<Key>): Say<Key> {
  const { i18n: current } = useLingui();
  return (key, values) => current._(`${area}.${key}`, values);
}

export function useLanguage(): Language {
  return useLingui().i18n.locale as Language;
}
