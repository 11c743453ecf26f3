// The hosted page of a form.
import type { OpenChannel } from '#actions/intakes/channels.ts';
import type { Language } from '#contract/account-lists.ts';
import type { FieldMessage } from '#core/reading/field-message.ts';
import { escapeHtml } from '../../guide/escape-html.ts';
import { pageShell } from './page-shell.ts';

interface FormPageView {
  open: OpenChannel;
  language: Language;
  values: Record<string, string>;
  messages: readonly FieldMessage[];
  visit: string;
  isEmbedded: boolean;
}

export function formPage({ open, values, messages, visit }: FormPageView): string {
  const texts = messages.map(({ text }) => `<li>${escapeHtml(text)}</li>`);
  const inputs = Object.entries({ ...values, vw_visit: visit }).map(
    ([name, value]) => `<input name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  const form = `<form method="post">${inputs.join('\n')}<button>OK</button></form>`;
  return pageShell(open.channel.name, `<ul>${texts.join('')}</ul>\n${form}`);
}
