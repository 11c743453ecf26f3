// The web app's entry.
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './app/styles.ts';
import { App } from './app/app.tsx';
import { askFirst } from './app/first-answers.ts';
import { followSession } from './app/follow-session.ts';
import { startOffline } from './app/offline.ts';

followSession();
// Before anything is waited for: it begins when the page is loaded, which may be meanwhile.
startOffline();
const first = await askFirst();

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App first={first} />
  </StrictMode>,
);
