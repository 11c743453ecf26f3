// The form itself: on the hosted page, and in the shadow root of an embed.
import type { OpenChannel } from '#actions/intakes/channels.ts';
import type { Language } from '#contract/account-lists.ts';
import type { ShownField } from '#contract/channel.ts';
import { filesPerIntakeMax } from '#contract/limits.ts';
import { settingsOf } from '#core/intakes/channel-settings.ts';
import { ownFormMark } from '#core/intakes/lead-from-sent.ts';
import type { FieldMessage } from '#core/reading/field-message.ts';
import { escapeHtml } from '#core/escape-html.ts';
import { fieldMarkup, labelOf } from './field-markup.ts';
import {
  type FormText,
  formText,
  refusalText,
  type RefusalTexts,
  refusalTexts,
} from './form-words.ts';

export interface FormView {
  open: OpenChannel;
  language: Language;
  /** What the visitor had filled in, by the names of the fields. */
  values: Record<string, string>;
  messages: readonly FieldMessage[];
  /** Signed: when the form was opened, and by whom. */
  visit: string;
  /** On another website: in a frame, or in a shadow root. */
  isEmbedded: boolean;
  /** From the page to the folder of the forms. */
  folder?: string;
}

export function formMarkup(view: FormView): string {
  const { open, language, values, messages, visit, folder = '' } = view;
  const { fields, intro } = settingsOf(open.channel);
  const hasFiles = fields.some(({ field }) => field === 'photos');
  const texts = refusalTexts(fields, language);
  const errors = messages.map((message) => ({
    field: message.field,
    ...refusalText(message, texts),
  }));
  const text = (key: FormText) => escapeHtml(formText(key, language));
  const shown = fields.map((one) => {
    const error = errors.find(({ field }) => field === one.field)?.text;
    return fieldMarkup(one, { language, value: values[one.field] ?? '', error });
  });
  // The script that sends it asks for no native bubbles; without it, `required` still helps.
  return `<form class="vw" method="post" action="${folder}${open.channel.id}"${hasFiles ? ' enctype="multipart/form-data"' : ''} lang="${language}" data-channel="${open.channel.id}" data-words="${escapeHtml(clientWords(texts, language))}" data-thanks-url="${escapeHtml(thanksUrlOf(view))}">
${open.testOf === null ? '' : `<p class="test">${text('testForm')}</p>\n`}${intro ? `<p class="intro">${escapeHtml(intro)}</p>\n` : ''}${summary(fields, { errors, language })}
${shown.join('\n')}
<div class="unseen" aria-hidden="true"><label>${text('honeypot')}<input name="vw_website" tabindex="-1" autocomplete="off"></label></div>
<input type="hidden" name="vw_visit" value="${escapeHtml(visit)}">
<input type="hidden" name="vw_lang" value="${language}">
<input type="hidden" name="${ownFormMark}" value="1">
<p class="buttons"><button type="submit">${text('send')}</button></p>
<p class="status" role="status"></p>
</form>
<template class="thanks">${thanksMarkup(open, language)}<p class="buttons"><button type="button" class="again">${text('another')}</button></p></template>`;
}

function thanksMarkup({ brandName }: OpenChannel, language: Language): string {
  const text = formText('thanks', language, { brand: brandName });
  return `<h2 tabindex="-1">${escapeHtml(formText('thanksHeading', language))}</h2><p>${escapeHtml(text)}</p>`;
}

/** Empty on other websites: there the thanks are shown in place of the form. */
function thanksUrlOf({ open: { channel }, language, isEmbedded }: FormView): string {
  const { thanksUrl } = settingsOf(channel);
  return thanksUrl ?? (isEmbedded ? '' : `${channel.id}/thanks?lang=${language}`);
}

interface ShownError {
  field: string | null;
  text: string;
  isAboutField: boolean;
}

/** Links to the fields; empty and hidden when nothing is wrong. */
function summary(
  fields: readonly ShownField[],
  { errors, language }: { errors: readonly ShownError[]; language: Language },
): string {
  const items = errors.map(({ field, text, isAboutField }) => {
    const shown = fields.find((one) => one.field === field);
    if (!shown) return `<li>${escapeHtml(text)}</li>`;
    const words = isAboutField ? text : `${labelOf(shown, language)} – ${text}`;
    return `<li><a href="#vw-${shown.field}">${escapeHtml(words)}</a></li>`;
  });
  const heading = escapeHtml(formText('summary', language));
  const state = items.length > 0 ? ' autofocus' : ' hidden';
  return `<div class="summary" role="alert" tabindex="-1"${state}><h2>${heading}</h2><ul>${items.join('')}</ul></div>`;
}

const clientTexts = ['send', 'sending', 'offline', 'busy', 'tooLarge', 'failed'] as const;

/** For the script, which shows the same texts without a reload. */
function clientWords(refusals: RefusalTexts, language: Language): string {
  const texts = clientTexts.map((key) => [key, formText(key, language)] as const);
  return JSON.stringify({
    ...Object.fromEntries(texts),
    refusals,
    filesMax: filesPerIntakeMax,
  });
}
