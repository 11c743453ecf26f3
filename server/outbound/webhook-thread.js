// The entry of the thread for webhooks, in plain JavaScript for the reason given in main.js.
import { prepareNode } from '../prepare-node.js';

prepareNode();
await import('./webhook-thread.ts');
