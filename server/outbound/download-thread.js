// The entry of the thread for downloads, in plain JavaScript for the reason given in main.js.
import { prepareNode } from '../prepare-node.js';
import { lowerThreadPriority } from './lower-priority.js';

lowerThreadPriority();
prepareNode();
await import('./download-thread.ts');
