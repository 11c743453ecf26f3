// Shows what is wrong with a form: a summary with links, and a text at each field.
import type { ErrorDetail } from '../../../sdk/src/error-details.ts';

/** In the visitor's language, from the server. */
export interface Words {
  send: string;
  sending: string;
  offline: string;
  busy: string;
  tooLarge: string;
  failed: string;
  /** By `field.rule`, or by rule. */
  refusals: Record<string, string>;
  filesMax: number;
}

type Field = HTMLInputElement | HTMLTextAreaElement;

interface ShownError {
  field: string | null;
  text: string;
}

/** Those that a visitor sees. */
export function fieldsOf(form: HTMLFormElement): Field[] {
  return [...form.querySelectorAll<Field>('.field input, .field textarea')];
}

export function refusalText({ field, rule, values }: ErrorDetail, { refusals }: Words): string {
  const text = refusals[`${field}.${rule}`] ?? refusals[rule] ?? refusals['other']!;
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}

/** The server judges all the rest. */
export function checkField(field: Field, words: Words): string | null {
  const { name, value, required } = field;
  if (required && value.trim() === '') {
    return refusalText({ field: name, rule: 'required', values: {} }, words);
  }
  const count = field instanceof HTMLInputElement ? (field.files?.length ?? 0) : 0;
  const values = { max: words.filesMax };
  return count > words.filesMax
    ? refusalText({ field: name, rule: 'too_many_items', values }, words)
    : null;
}

export function showErrors(form: HTMLFormElement, errors: readonly ShownError[]): void {
  const fields = fieldsOf(form);
  fields.forEach(clearError);
  const items = errors.map(({ field: name, text }) => {
    const field = fields.find((one) => one.name === name);
    const item = document.createElement('li');
    if (!field) item.append(text);
    else {
      setError(field, text);
      item.append(linkTo(field, `${labelOf(field)}: ${text}`));
    }
    return item;
  });
  const summary = form.querySelector<HTMLElement>('.summary')!;
  summary.querySelector('ul')!.replaceChildren(...items);
  summary.hidden = errors.length === 0;
  if (errors.length > 0) summary.focus();
}

export function clearError(field: Field): void {
  setError(field, null);
}

function setError(field: Field, text: string | null): void {
  const box = field.closest('.field')!;
  const error = box.querySelector<HTMLElement>('.error')!;
  const hint = box.querySelector('.hint');
  box.classList.toggle('wrong', text !== null);
  error.hidden = text === null;
  error.textContent = text;
  const described = [hint?.id, text === null ? undefined : error.id].filter(Boolean).join(' ');
  if (described === '') field.removeAttribute('aria-describedby');
  else field.setAttribute('aria-describedby', described);
  if (text === null) field.removeAttribute('aria-invalid');
  else field.setAttribute('aria-invalid', 'true');
}

/** Without the note that it is optional. */
function labelOf(field: Field): string {
  return field.labels?.[0]?.firstChild?.textContent?.trim() ?? '';
}

// A link to an id does not work in a shadow root.
function linkTo(field: Field, text: string): HTMLElement {
  const link = document.createElement('a');
  link.href = `#${field.id}`;
  link.textContent = text;
  link.addEventListener('click', (event) => {
    event.preventDefault();
    field.focus();
  });
  return link;
}
