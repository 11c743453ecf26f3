// The form itself: on the hosted page, and in the shadow root of an embed.
import type { OpenChannel } from '#actions/intakes/channels.ts';
import type { Language } from '#contract/account-lists.ts';
import type { ShownField } from '#contract/channel.ts';
import { filesPerIntakeMax } from '#contract/limits.ts';
import { settingsOf } from '#core/intakes/channel-settings.ts';
import type { FieldMessage } from '#core/reading/field-message.ts';
import { escapeHtml } from '../../guide/escape-html.ts';
import { fieldMarkup, labelOf } from './field-markup.ts';
import { type FormText, formText, refusalText, refusalTexts } from './form-words.ts';

export interface FormView {
  open: OpenChannel;
  language: Language;
  /** What the visitor had filled in, by the names of the fields. */
  values: Record<string, string>;
  messages: readonly FieldMessage[];
  /** Signed: when the form was opened, and by whom. */
  visit: string;
}

export function formMarkup({ open, language, values, messages, visit }: FormView): string {
  const { fields, intro } = settingsOf(open.channel);
  const hasFiles = fields.some(({ field }) => field === 'photos');
  const texts = new Map(
    messages.map((message) => [message.field, refusalText(message, language)] as const),
  );
  const text = (key: FormText) => escapeHtml(formText(key, language));
  const shown = fields.map((one) => {
    const { field } = one;
    return fieldMarkup(one, { language, value: values[field] ?? '', error: texts.get(field) });
  });
  // The script that sends it asks for no native bubbles; without it, `required` still helps.
  return `<form class="vw" method="post" action="${open.channel.id}"${hasFiles ? ' enctype="multipart/form-data"' : ''} lang="${language}" data-channel="${open.channel.id}" data-words="${escapeHtml(clientWords(language))}"${thanksUrlOf(open)}>
${open.testOf === null ? '' : `<p class="test">${text('testForm')}</p>\n`}${intro ? `<p class="intro">${escapeHtml(intro)}</p>\n` : ''}${summary(fields, { texts, language })}
${shown.join('\n')}
<div class="unseen" aria-hidden="true"><label>${text('honeypot')}<input name="vw_website" tabindex="-1" autocomplete="off"></label></div>
<input type="hidden" name="vw_visit" value="${escapeHtml(visit)}">
<input type="hidden" name="vw_lang" value="${language}">
<p class="buttons"><button type="submit">${text('send')}</button></p>
<p class="status" role="status"></p>
</form>
<template class="thanks">${thanksMarkup(open, language)}<p class="buttons"><button type="button" class="again">${text('another')}</button></p></template>`;
}

export function thanksMarkup({ brandName }: OpenChannel, language: Language): string {
  const text = formText('thanks', language, { brand: brandName });
  return `<h2 tabindex="-1">${escapeHtml(formText('thanksHeading', language))}</h2><p>${escapeHtml(text)}</p>`;
}

function thanksUrlOf({ channel }: OpenChannel): string {
  const { thanksUrl } = settingsOf(channel);
  return thanksUrl === null ? '' : ` data-thanks-url="${escapeHtml(thanksUrl)}"`;
}

/** Links to the fields; empty and hidden when nothing is wrong. */
function summary(
  fields: readonly ShownField[],
  { texts, language }: { texts: ReadonlyMap<string | null, string>; language: Language },
): string {
  const items = [...texts].map(([field, text]) => {
    const shown = fields.find((one) => one.field === field);
    if (!shown) return `<li>${escapeHtml(text)}</li>`;
    const words = `${labelOf(shown, language)}: ${text}`;
    return `<li><a href="#vw-${shown.field}">${escapeHtml(words)}</a></li>`;
  });
  const heading = escapeHtml(formText('summary', language));
  const state = items.length > 0 ? ' autofocus' : ' hidden';
  return `<div class="summary" role="alert" tabindex="-1"${state}><h2>${heading}</h2><ul>${items.join('')}</ul></div>`;
}

const clientTexts = ['send', 'sending', 'offline', 'busy', 'tooLarge', 'failed'] as const;

/** For the script, which shows the same texts without a reload. */
function clientWords(language: Language): string {
  const texts = clientTexts.map((key) => [key, formText(key, language)] as const);
  return JSON.stringify({
    ...Object.fromEntries(texts),
    refusals: refusalTexts(language),
    filesMax: filesPerIntakeMax,
  });
}
