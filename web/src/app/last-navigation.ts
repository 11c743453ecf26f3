// How the current page was reached. wouter dispatches the first two as events named after the history methods.

const navigationEvents = ['pushState', 'replaceState', 'popstate'];

let last: string | null = null;

// In the capture phase, before the router renders the page.
for (const name of navigationEvents) {
  window.addEventListener(name, ({ type }) => (last = type), true);
}

/** `pushState` after a link, `replaceState` after a redirect, `popstate` after back or forward. */
export function lastNavigation(): string | null {
  return last;
}
