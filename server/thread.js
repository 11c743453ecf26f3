// The entry of every thread, in plain JavaScript for the reason given in main.js. `module` is what the
// thread is to run.
import { workerData } from 'node:worker_threads';
import { lowerThreadPriority } from './lower-priority.js';
import { prepareNode } from './prepare-node.js';

if (workerData.isLast) lowerThreadPriority();
prepareNode();
await import(workerData.module);
