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
  /** The text says which field it is about. */
  isAboutField: boolean;
}

/** Those that a visitor sees. */
export function fieldsOf(form: HTMLFormElement): Field[] {
  return [...form.querySelectorAll<Field>('.field input, .field textarea')];
}

export function errorOf({ field, rule, values }: ErrorDetail, { refusals }: Words): ShownError {
  const own = refusals[`${field}.${rule}`];
  const text = own ?? refusals[rule] ?? refusals['other']!;
  return {
    field,
    text: text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? '')),
    isAboutField: own !== undefined,
  };
}

// The server takes a "phone number" without digits for a remark, since other forms have checkboxes.
const shapes: Record<string, [shape: RegExp, rule: string]> = {
  email: [/@/, 'not_an_email'],
  tel: [/\d.*\d.*\d/, 'no_digit'],
};

/** The server judges all the rest. */
export function checkField(field: Field, words: Words): ShownError | null {
  const { name, type, required } = field;
  const value = field.value.trim();
  const broken = (rule: string, values = {}) => errorOf({ field: name, rule, values }, words);
  if (value === '') return required ? broken('required') : null;
  const [shape, rule] = shapes[type] ?? [];
  if (shape && !shape.test(value)) return broken(rule!);
  const count = field instanceof HTMLInputElement ? (field.files?.length ?? 0) : 0;
  return count > words.filesMax ? broken('too_many_items', { max: words.filesMax }) : null;
}

export function showErrors(form: HTMLFormElement, errors: readonly ShownError[]): void {
  const fields = fieldsOf(form);
  fields.forEach(clearError);
  const items = errors.map(({ field: name, text, isAboutField }) => {
    const field = fields.find((one) => one.name === name);
    const item = document.createElement('li');
    if (!field) item.append(text);
    else {
      setError(field, text);
      item.append(linkTo(field, isAboutField ? text : `${labelOf(field)} – ${text}`));
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
