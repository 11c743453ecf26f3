// The entry of every thread that runs a part of the program, in plain JavaScript for the reason given in main.js. `module`
// is that part.
import { workerData } from 'node:worker_threads';
import { lowerThreadPriority } from './lower-priority.js';
import { prepareNode } from './prepare-node.js';

if (workerData.givesWay) lowerThreadPriority();
prepareNode();
await import(workerData.module);
