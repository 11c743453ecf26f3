// The pages, without a script.
import { fieldNames, lengthsMax, requiredFields } from './fields.js';

// Autocomplete knows no street without its number.
const attributes = {
  customerName: 'autocomplete="name"',
  email: 'type="email" autocomplete="email"',
  phone: 'type="tel" autocomplete="tel"',
  postalCode: 'autocomplete="postal-code"',
  city: 'autocomplete="address-level2"',
};

const style = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 32rem; margin: 2rem auto; padding: 0 1rem; }
label { display: block; margin-top: 1rem; }
input, textarea { box-sizing: border-box; display: block; width: 100%; padding: 0.5rem; font: inherit; }
button { margin-top: 1.5rem; padding: 0.5rem 1.5rem; font: inherit; }
.problems { padding: 0.5rem 1rem; border-left: 4px solid #c22; }
/* Out of sight, but there: robots pass over what is not displayed. */
.website { position: absolute; left: -100vw; }
`;

/** The form, with what was typed and what is wrong with it. */
export function formPage(status, texts, values, problems = []) {
  const list = problems.map((problem) => `<p>${escapeHtml(problem)}</p>`).join('');
  return page(
    status,
    texts,
    texts.title,
    `${list && `<div class="problems" role="alert">${list}</div>`}
<form method="post">
<input type="hidden" name="submission" value="${escapeHtml(values.submission || crypto.randomUUID())}">
${fieldNames.map((name) => field(name, texts, values[name] ?? '')).join('\n')}
<div class="website" aria-hidden="true">
<label for="website">${texts.leaveEmpty}</label>
<input id="website" name="website" tabindex="-1" autocomplete="off">
</div>
<button>${texts.send}</button>
</form>`,
  );
}

function field(name, { labels }, value) {
  const shared =
    `id="${name}" name="${name}" maxlength="${lengthsMax[name]}" ${attributes[name] ?? ''}` +
    (requiredFields.includes(name) ? ' required' : '');
  const control =
    name === 'description'
      ? // Browsers drop the first line break.
        `<textarea ${shared} rows="5">\n${escapeHtml(value)}</textarea>`
      : `<input ${shared} value="${escapeHtml(value)}">`;
  return `<label for="${name}">${escapeHtml(labels[name])}</label>\n${control}`;
}

export function messagePage(status, texts, { title, text }, headers = {}) {
  return page(status, texts, title, `<p>${escapeHtml(text)}</p>`, headers);
}

async function page(status, { language }, title, content, headers = {}) {
  const html = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<title>${escapeHtml(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>${style}</style>
</head>
<body><main><h1>${escapeHtml(title)}</h1>
${content}
</main></body>
</html>
`;
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${await hashOf(style)}'`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return new Response(html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy.join('; '),
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      ...headers,
    },
  });
}

async function hashOf(text) {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(hash)));
}

function escapeHtml(text) {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
