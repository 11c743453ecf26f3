// The web app's entry.
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './app/styles.ts';
import { App } from './app/app.tsx';
import { applyStyles } from './app/apply-styles.ts';
import { first } from './app/early.ts';
import { followSession } from './app/follow-session.ts';
import { keepInstallOffer } from './app/install-offer.ts';
import { firstPageRead, registerServiceWorker } from './app/offline.ts';

// Rendering a loading page first and then the real one takes longer than this.
const waitMs = 150;

followSession();
keepInstallOffer();
// Before the await, so that it sees the first fetches.
const pageRead = firstPageRead();
registerServiceWorker(pageRead);
await Promise.all([
  applyStyles(),
  Promise.race([first.page, new Promise((resolve) => setTimeout(resolve, waitMs))]),
]);

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App first={first} />
  </StrictMode>,
);

void pageRead.then(() => import('./parts/described-error.tsx')).catch(() => {});

void pageRead
  .then(() => import('./app/drafts.ts'))
  .then(({ dropOldDrafts }) => dropOldDrafts())
  .catch(() => {});

void pageRead
  .then(() => import('./app/outbox/send-outbox.ts'))
  .then(({ startOutbox }) => startOutbox())
  // Without a connection on the first visit there is nothing to send.
  .catch(() => {});
