// Where a browser goes after it posted a form.
import type { OpenChannel } from '#actions/intakes/channels.ts';
import type { Language } from '#contract/account-lists.ts';
import { escapeHtml } from '#core/escape-html.ts';
import { formText } from './form-words.ts';
import { pageShell } from './page-shell.ts';

export function thanksPage({ open, language }: { open: OpenChannel; language: Language }): string {
  const heading = formText('thanksHeading', language);
  const text = formText('thanks', language, { brand: open.brandName });
  return pageShell({
    open,
    language,
    title: heading,
    heading,
    content: `<p>${escapeHtml(text)}</p>`,
  });
}
