// Code on the page of the guide: one example, or the same in several languages with a tab for each. Which language
// shows is one choice for the whole page, made by radio buttons and style rules: it needs no script.
import type { Token, Tokens } from 'marked';
import { escapeHtml } from './escape-html.ts';

export const languages = { sh: 'curl', ts: 'TypeScript', php: 'PHP', python: 'Python' } as const;

type Language = keyof typeof languages;

/** Code with a language of ours and a name, such as `sh first-lead`. */
export function isSnippet(token: Token): token is Tokens.Code {
  return token.type === 'code' && /^(?:sh|ts|php|python) \S+$/.test(String(token['lang'] ?? ''));
}

export function renderSnippets(snippets: Tokens.Code[]): string {
  const shown = snippets.map(({ lang = '' }) => lang.split(' ')[0] as Language);
  const isChoice = snippets.length > 1;
  // Where the chosen language is missing, the first one stands in.
  const missing = Object.keys(languages).filter(
    (language) => !shown.includes(language as Language),
  );
  const chosenBy = shown.map((language, index) => [language, ...(index === 0 ? missing : [])]);

  const tabs = shown.map(
    (language, index) =>
      `<label for="in-${language}" data-for="${chosenBy[index]!.join(' ')}">${languages[language]}</label>`,
  );
  const blocks = snippets.map(({ text }, index) => {
    const choice = isChoice ? ` data-for="${chosenBy[index]!.join(' ')}"` : '';
    return `<pre tabindex="0"${choice}><code>${escapeHtml(text)}</code></pre>`;
  });
  return `<div class="code">${isChoice ? `<div class="tabs">${tabs.join('')}</div>` : ''}${blocks.join('\n')}</div>\n`;
}
