// The entry of every thread, in plain JavaScript for the reason given in main.js. `module` is what the
// thread is to run.
import { enableCompileCache } from 'node:module';
import { workerData } from 'node:worker_threads';

enableCompileCache();
await import(workerData.module);
