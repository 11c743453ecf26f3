// The code that puts a form on a website.
import type { ShownField } from '../../../../../contract/channel.ts';
import type { FormField } from '../../../../../contract/intake-lists.ts';

interface FormChannel {
  id: string;
  url: string | null;
  fields: readonly ShownField[];
}

const inputTypes: Partial<Record<FormField, string>> = { email: 'email', phone: 'tel' };
const autocompletes: Partial<Record<FormField, string>> = {
  customerName: 'name',
  companyName: 'organization',
  email: 'email',
  phone: 'tel',
  street: 'address-line1',
  postalCode: 'postal-code',
  city: 'address-level2',
};

export function embedSnippet({ id, url }: FormChannel): string {
  const origin = new URL(url!).origin;
  return `<script src="${origin}/f/embed.js" data-channel="${escaped(id)}" async></script>`;
}

export function htmlSnippet(
  { url, fields }: FormChannel,
  words: { labelOf: (field: FormField) => string; send: string; language: string },
): string {
  const rows = fields.map(({ field, isRequired, label }) =>
    row(field, label ?? words.labelOf(field), isRequired),
  );
  return [
    `<form action="${escaped(url!)}" method="post" enctype="multipart/form-data">`,
    `  <input type="hidden" name="vw_lang" value="${words.language}">`,
    ...rows.map((one) => `  ${one}`),
    // People do not see it; programs fill it in.
    '  <div style="position:absolute;left:-9999px" aria-hidden="true">',
    '    <input name="vw_website" tabindex="-1" autocomplete="off">',
    '  </div>',
    `  <p><button type="submit">${escaped(words.send)}</button></p>`,
    '</form>',
  ].join('\n');
}

function row(field: FormField, label: string, isRequired: boolean): string {
  const required = isRequired ? ' required' : '';
  return `<p><label>${escaped(label)}<br>${inputFor(field, required)}</label></p>`;
}

function inputFor(field: FormField, required: string): string {
  if (field === 'description') {
    return `<textarea name="description" rows="5"${required}></textarea>`;
  }
  if (field === 'photos') {
    return `<input type="file" name="photos" accept="image/*" multiple${required}>`;
  }
  const type = inputTypes[field] ? ` type="${inputTypes[field]}"` : '';
  const autocomplete = autocompletes[field] ? ` autocomplete="${autocompletes[field]}"` : '';
  return `<input name="${field}"${type}${autocomplete}${required}>`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
