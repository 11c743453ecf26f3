// The message catalogues: both languages side by side. Each page defines its own, loaded with the page.
import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { useLingui } from '@lingui/react';

export const languages = ['en', 'nl'] as const;
export type Language = (typeof languages)[number];

/** ICU messages: values in braces, plurals as `{count, plural, …}`. */
type Pair = readonly [en: string, nl: string];

export const i18n = setupI18n({ locale: 'en', messages: { en: {}, nl: {} } });
// Most messages have nothing to parse, and the parser is slow on a phone.
i18n.setMessagesCompiler((text) => (/[{}']/.test(text) ? compileMessage(text) : [text]));

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

/** `say('key')` returns the message in the active language. */
export function useWords<Key extends string>({ area }: Words<Key>): Say<Key> {
  const { i18n: current } = useLingui();
  return (key, values) => current._(`${area}.${key}`, values);
}

/** In a language of choice: what somebody else will read. */
export function sayIn<Key extends string>({ pairs }: Words<Key>, language: Language): Say<Key> {
  const index = languages.indexOf(language);
  return (key, values) => {
    const message = compileMessage(pairs[key][index]!);
    return setupI18n({ locale: language, messages: { [language]: { [key]: message } } })._(
      key,
      values,
    );
  };
}

export function useLanguage(): Language {
  return useLingui().i18n.locale as Language;
}
