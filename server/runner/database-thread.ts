// The entry of a database thread; see serve-actions.ts. The cache comes first, as in the main thread.
import { enableCompileCache } from 'node:module';

enableCompileCache();
await import('./serve-actions.ts');
