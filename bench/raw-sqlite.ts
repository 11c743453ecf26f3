// The baseline of SQLite alone: prepared rows of the same leads, written in batches of 64 in a
// tight loop, each batch committed to disk.
import { RawDatabase } from './raw-database.ts';

const leads = Number(process.argv[2]);
const batchSize = 64;

const database = new RawDatabase();
await database.prepare();
const batches = Array.from({ length: Math.floor(leads / batchSize) }, () =>
  database.rowsOfLeads(batchSize),
);

const began = performance.now();
for (const batch of batches) await database.write(batch);
const seconds = (performance.now() - began) / 1000;
await database.close();
process.stdout.write(JSON.stringify({ perSecond: (batches.length * batchSize) / seconds }));
