// The script of a form: `<script src="https://…/f/embed.js" data-channel="…" async></script>` shows it on
// a website. On the hosted page, which works without it, it adds the proof of work and inline errors.
import { enhanceForm } from './enhance-form.ts';
import { mountForm } from './mount-form.ts';

const script = document.currentScript as HTMLScriptElement | null;

if (script) {
  const base = new URL('.', script.src).href;
  const { channel } = script.dataset;
  if (channel) void mountForm(script, { base, channel });
  else
    for (const form of document.querySelectorAll<HTMLFormElement>('form.vw'))
      enhanceForm(form, base);
}
