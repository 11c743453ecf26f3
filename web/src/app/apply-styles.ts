// Applies the stylesheets that the page preloads.

/** In the order of the page, and before those of pages that are loaded later. */
export async function applyStyles(): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="preload"][as="style"]');
  await Promise.all([...links].map(applied));
}

function applied(link: HTMLLinkElement): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  // A preload that is still loading fires an event of its own.
  link.addEventListener('load', () => link.sheet && resolve());
  link.addEventListener('error', () => resolve());
  link.rel = 'stylesheet';
  return promise;
}
