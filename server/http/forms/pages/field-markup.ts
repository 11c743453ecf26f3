// One field of a form, with its label, hint and error.
import type { Language } from '#contract/account-lists.ts';
import type { ShownField } from '#contract/channel.ts';
import type { FormField } from '#contract/intake-lists.ts';
import {
  categoryLengthMax,
  cityLengthMax,
  emailLengthMax,
  filesPerIntakeMax,
  longTextLengthMax,
  nameLengthMax,
  phoneLengthMax,
  postalCodeLengthMax,
  streetLengthMax,
  streetNumberLengthMax,
  titleLengthMax,
} from '#contract/limits.ts';
import { escapeHtml } from '#core/escape-html.ts';
import { fieldLabel, formText } from './form-words.ts';

// iPhones turn HEIC into JPEG when it is not on the list.
const pictureTypes = 'image/jpeg,image/png,image/webp,image/avif,image/gif';

const attributes: Record<FormField, string> = {
  customerName: `type="text" autocomplete="name" maxlength="${nameLengthMax}"`,
  companyName: `type="text" autocomplete="organization" maxlength="${nameLengthMax}"`,
  email: `type="email" autocomplete="email" maxlength="${emailLengthMax}" spellcheck="false"`,
  phone: `type="tel" autocomplete="tel" maxlength="${phoneLengthMax}"`,
  street: `type="text" autocomplete="address-line1" maxlength="${streetLengthMax}"`,
  streetNumber: `type="text" maxlength="${streetNumberLengthMax}"`,
  postalCode: `type="text" autocomplete="postal-code" maxlength="${postalCodeLengthMax}"`,
  city: `type="text" autocomplete="address-level2" maxlength="${cityLengthMax}"`,
  title: `type="text" maxlength="${titleLengthMax}"`,
  description: `rows="5" maxlength="${longTextLengthMax}"`,
  category: `type="text" maxlength="${categoryLengthMax}"`,
  photos: `type="file" multiple accept="${pictureTypes}"`,
};
const short = new Set<FormField>(['streetNumber', 'postalCode']);

export function labelOf({ field, label }: ShownField, language: Language): string {
  return label ?? fieldLabel(field, language);
}

export function fieldMarkup(
  shown: ShownField,
  { language, value, error }: { language: Language; value: string; error: string | undefined },
): string {
  const { field, isRequired } = shown;
  const id = `vw-${field}`;
  const hint =
    field === 'photos' ? formText('photosHint', language, { max: filesPerIntakeMax }) : '';
  const described = [...(hint ? [`${id}-hint`] : []), ...(error ? [`${id}-error`] : [])];
  const state = [
    attributes[field],
    ...(isRequired ? ['required'] : []),
    ...(error ? ['aria-invalid="true"'] : []),
    ...(described.length > 0 ? [`aria-describedby="${described.join(' ')}"`] : []),
  ].join(' ');
  const control =
    field === 'description'
      ? // A line break right after the tag would be dropped.
        `<textarea id="${id}" name="${field}" ${state}>\n${escapeHtml(value)}</textarea>`
      : `<input id="${id}" name="${field}" ${state}${field === 'photos' ? '' : ` value="${escapeHtml(value)}"`}>`;
  const optional = isRequired
    ? ''
    : ` <span class="optional">(${escapeHtml(formText('optional', language))})</span>`;
  return `<div class="field${short.has(field) ? ' short' : ''}${error ? ' wrong' : ''}">
<label for="${id}">${escapeHtml(labelOf(shown, language))}${optional}</label>
${hint ? `<p class="hint" id="${id}-hint">${escapeHtml(hint)}</p>\n` : ''}<p class="error" id="${id}-error"${error ? '' : ' hidden'}>${escapeHtml(error ?? '')}</p>
${control}
</div>`;
}
