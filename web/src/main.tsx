// The web app's entry.
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './app/styles.ts';
import { App } from './app/app.tsx';
import { askFirst } from './app/first-answers.ts';
import { followSession } from './app/follow-session.ts';
import { startOffline } from './app/offline.ts';

followSession();
// Before the page is loaded, which it waits for.
startOffline();
const first = await askFirst();

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App first={first} />
  </StrictMode>,
);
