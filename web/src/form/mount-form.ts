// Shows a form on another website, in a shadow root where the script stands.
import { enhanceForm } from './enhance-form.ts';

interface Place {
  /** The URL of the service's forms, with a final slash. */
  base: string;
  channel: string;
}

interface EmbeddedForm {
  language: string;
  html: string;
  style: string;
}

export async function mountForm(
  script: HTMLScriptElement,
  { base, channel }: Place,
): Promise<void> {
  const host = document.createElement('div');
  await put(host, script);
  const page = host.closest<HTMLElement>('[lang]')?.lang ?? '';
  const language = script.dataset['lang'] ?? page;
  const root = host.attachShadow({ mode: 'open' });
  const query = language === '' ? '' : `?lang=${encodeURIComponent(language)}`;
  try {
    const answer = await fetch(`${base}${channel}/form.json${query}`, { credentials: 'omit' });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    show(root, await answer.json());
    enhanceForm(root.querySelector('form')!, base);
  } catch {
    // The website is not among the origins of the channel, or the network failed.
    root.replaceChildren(linkToPage(`${base}${channel}${query}`, language));
  }
}

/** After the script, in `data-target`, or at the end of the page if the script stands in its head. */
async function put(host: HTMLElement, script: HTMLScriptElement): Promise<void> {
  const { target: selector } = script.dataset;
  const isInHead = document.head.contains(script);
  if (!selector && !isInHead) return script.after(host);
  if (document.readyState === 'loading') {
    await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve));
  }
  const target = selector ? document.querySelector(selector) : document.body;
  (target ?? document.body).append(host);
}

function show(root: ShadowRoot, { language, html, style }: EmbeddedForm): void {
  const box = document.createElement('div');
  box.className = 'vw-form';
  box.lang = language;
  box.innerHTML = html;
  root.replaceChildren(box);
  try {
    // The website's Content-Security-Policy may forbid a style element.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style);
    root.adoptedStyleSheets = [sheet];
  } catch {
    const element = document.createElement('style');
    element.textContent = style;
    root.prepend(element);
  }
}

function linkToPage(url: string, language: string): HTMLElement {
  const link = document.createElement('a');
  link.href = url;
  link.textContent = /^nl/i.test(language) ? 'Open het formulier' : 'Open the form';
  return link;
}
