// Runs before the rest of the app is loaded, in a chunk of its own: it fetches the session and the leads
// in the meantime.
import { prefetchFirstPage } from './prefetch.ts';

export const first = prefetchFirstPage();
