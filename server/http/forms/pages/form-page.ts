// The hosted page of a form.
import { formMarkup, type FormView } from './form-markup.ts';
import { formText } from './form-words.ts';
import { pageShell } from './page-shell.ts';

export function formPage(view: FormView): string {
  const { open, language, isEmbedded, folder = '' } = view;
  const heading = formText('heading', language);
  const content = formMarkup(view);
  return pageShell({
    open,
    language,
    title: heading,
    heading,
    content,
    isEmbedded,
    script: `${folder}embed.js`,
  });
}
