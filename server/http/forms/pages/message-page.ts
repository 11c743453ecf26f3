// A page with a message for a visitor, such as "try again in a minute".
import type { OpenChannel } from '#actions/intakes/channels.ts';
import type { Language } from '#contract/account-lists.ts';
import { escapeHtml } from '#core/escape-html.ts';
import { pageShell } from './page-shell.ts';

interface MessageView {
  /** Null when there is no such form. */
  open: OpenChannel | null;
  language: Language;
  title: string;
  text: string;
}

export function messagePage({ open, language, title, text }: MessageView): string {
  const content = `<p>${escapeHtml(text)}</p>`;
  return pageShell({ open, language, title, heading: title, content });
}
