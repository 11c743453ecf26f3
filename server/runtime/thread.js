// @ts-check
// The entry of every thread, in plain JavaScript for the reason given in main.js.
import { workerData } from 'node:worker_threads';
import { prepareNode } from './prepare-node.js';

prepareNode();
await import(workerData.module);
