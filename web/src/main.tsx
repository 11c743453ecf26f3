// The web app's entry.
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './app/styles.ts';
import { App } from './app/app.tsx';
import { followSession } from './app/follow-session.ts';
import { startOffline } from './app/offline.ts';

followSession();

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

startOffline();
