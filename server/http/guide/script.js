// The browser script of the guide: stores the chosen language, fills in the server's URL, adds copy buttons.
const storageKey = 'vakwerk-guide-language';
const copiedShownMs = 2000;
const choices = [...document.querySelectorAll('input[name="language"]')];

// A server without a configured public URL leaves the placeholder; the browser knows the URL.
const placeholderUrl = 'https://leads.example.com';
const serverUrl = new URL('..', location.href).href.replace(/\/$/, '');
for (const code of document.querySelectorAll('code')) {
  if (code.textContent.includes(placeholderUrl)) {
    code.textContent = code.textContent.replaceAll(placeholderUrl, serverUrl);
  }
}

try {
  const remembered = localStorage.getItem(storageKey);
  for (const choice of choices) if (choice.value === remembered) choice.checked = true;
} catch {
  // The browser may block storage.
}
for (const choice of choices) {
  choice.addEventListener('change', () => {
    try {
      localStorage.setItem(storageKey, choice.value);
    } catch {
      // As above.
    }
  });
}

// Switching changes the height of all examples; scroll so that the clicked tab stays in place.
for (const tab of document.querySelectorAll('.tabs label')) {
  tab.addEventListener('click', (event) => {
    event.preventDefault();
    const topBefore = tab.getBoundingClientRect().top;
    const choice = document.getElementById(tab.htmlFor);
    choice.checked = true;
    choice.dispatchEvent(new Event('change'));
    scrollBy({ top: tab.getBoundingClientRect().top - topBefore, behavior: 'instant' });
  });
}

for (const block of document.querySelectorAll('.code')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    const shown = [...block.querySelectorAll('pre')].find((pre) => pre.offsetParent !== null);
    button.textContent = (await copy(shown)) ? 'Copied' : 'Press Ctrl+C';
    setTimeout(() => (button.textContent = 'Copy'), copiedShownMs);
  });
  button.setAttribute('aria-live', 'polite');
  block.prepend(button);
}

/** Without https the clipboard API is missing: select the text instead. */
async function copy(element) {
  try {
    await navigator.clipboard.writeText(element.textContent);
    return true;
  } catch {
    getSelection().selectAllChildren(element);
    return false;
  }
}
