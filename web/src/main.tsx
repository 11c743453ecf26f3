// The web app's entry.
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './app/styles.ts';
import { App } from './app/app.tsx';
import { prefetchFirstPage } from './app/prefetch.ts';
import { startOutbox } from './app/outbox/send-outbox.ts';
import { followSession } from './app/follow-session.ts';
import { registerServiceWorker } from './app/offline.ts';

followSession();
startOutbox();
// Before the await, so that it sees the first fetches.
registerServiceWorker();
const first = await prefetchFirstPage();

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App first={first} />
  </StrictMode>,
);
