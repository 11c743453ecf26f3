// Sends a form without leaving the page: with the proof of work, and with errors beside their fields.
import { readErrorDetails } from '../../../sdk/src/error-details.ts';
import { makeProof } from './make-proof.ts';
import {
  checkField,
  clearError,
  errorOf,
  fieldsOf,
  showErrors,
  type Words,
} from './form-errors.ts';
import { shrinkPictures } from './shrink-pictures.ts';

/** `base` is the URL of the service's forms, with a final slash. */
export function enhanceForm(form: HTMLFormElement, base: string): void {
  const words = JSON.parse(form.dataset['words']!) as Words;
  const url = base + form.dataset['channel']!;
  const button = form.querySelector('button')!;
  const status = form.querySelector('.status')!;
  const proof = makeProof(`${url}/challenge`);
  let isSending = false;

  form.noValidate = true;
  // Most visitors of a website do not use its form: no work for them.
  form.addEventListener('focusin', () => proof.begin(), { once: true });
  form.addEventListener('change', ({ target }) => {
    const field = target as HTMLInputElement;
    if (field.getAttribute('aria-invalid') === 'true' && checkField(field, words) === null)
      clearError(field);
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!isSending) void send();
  });

  async function send(): Promise<void> {
    status.textContent = '';
    const errors = fieldsOf(form).flatMap((field) => checkField(field, words) ?? []);
    showErrors(form, errors);
    if (errors.length > 0) return;
    setSending(true);
    try {
      await post();
    } catch {
      status.textContent = words.offline;
    } finally {
      setSending(false);
    }
  }

  async function post(): Promise<void> {
    const body = await shrinkPictures(new FormData(form));
    body.set('vw_proof', await proof.text());
    const answer = await fetch(url, {
      method: 'POST',
      body,
      headers: { accept: 'application/json' },
      credentials: 'omit',
    });
    if (answer.ok) return showThanks();
    const details = readErrorDetails(answer.headers.get('error-details'));
    if (answer.status === 400 && details.length > 0) {
      return showErrors(
        form,
        details.map((detail) => errorOf(detail, words)),
      );
    }
    const texts: Record<number, string> = { 413: words.tooLarge, 429: words.busy };
    status.textContent = texts[answer.status] ?? words.failed;
  }

  function setSending(value: boolean): void {
    isSending = value;
    // A disabled button would lose the focus.
    button.setAttribute('aria-disabled', String(value));
    button.textContent = value ? words.sending : words.send;
  }

  function showThanks(): void {
    const { thanksUrl } = form.dataset;
    if (thanksUrl) return location.assign(thanksUrl);
    const template = form.parentElement!.querySelector<HTMLTemplateElement>('template.thanks')!;
    const thanks = document.createElement('div');
    thanks.className = 'sent';
    thanks.append(template.content.cloneNode(true));
    thanks.querySelector('button')!.addEventListener('click', () => {
      thanks.remove();
      form.hidden = false;
      fieldsOf(form)[0]?.focus();
    });
    form.reset();
    proof.discard();
    form.hidden = true;
    form.after(thanks);
    thanks.querySelector('h2')!.focus();
  }
}
