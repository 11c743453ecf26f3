// Runs on the page of the guide: remembers the language, names the service by its address, and puts a button to copy
// with at each example.
const storageKey = 'vakwerk-guide-language';
const copiedShownMs = 2000;
const choices = [...document.querySelectorAll('input[name="language"]')];

// A server that was not told its address does not know it; whoever reads this page does.
const addressInFiles = 'https://leads.example.com';
const address = new URL('..', location.href).href.replace(/\/$/, '');
for (const code of document.querySelectorAll('code')) {
  if (code.textContent.includes(addressInFiles)) {
    code.textContent = code.textContent.replaceAll(addressInFiles, address);
  }
}

try {
  const remembered = localStorage.getItem(storageKey);
  for (const choice of choices) if (choice.value === remembered) choice.checked = true;
} catch {
  // A browser may forbid to remember things.
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

// All examples change at once, and those above may become longer: the one that was clicked stays where it is.
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

/** Without https a browser has no clipboard for us: then the text is selected. */
async function copy(element) {
  try {
    await navigator.clipboard.writeText(element.textContent);
    return true;
  } catch {
    getSelection().selectAllChildren(element);
    return false;
  }
}
