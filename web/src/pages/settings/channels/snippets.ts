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

/** The origin of a website as people write it: with a page, or without https. As it is if it has none. */
export function originOf(website: string): string {
  const text = website.trim();
  const url = URL.parse(/^[a-z]+:\/\//i.test(text) ? text : `https://${text}`);
  return url && url.origin !== 'null' ? url.origin : text;
}

/** Why visitors of a website cannot reach the form at its address; null if they can. */
export function unreachableAs(url: string): 'onlyHere' | 'notEncrypted' | null {
  const { hostname, protocol } = new URL(url);
  if (/^(?:localhost|127(?:\.\d+){3}|\[::1\])$|\.localhost$/.test(hostname)) return 'onlyHere';
  return protocol === 'https:' ? null : 'notEncrypted';
}

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
