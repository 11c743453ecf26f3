// A thread that is told of how many leads the rows are to be written, which it has made beforehand, and tells when they are on
// disk.
import { parentPort, workerData } from 'node:worker_threads';
import { RawDatabase, type RawRows } from './raw-database.ts';

const port = parentPort!;
const database = new RawDatabase();
await database.prepare();
const rows = Array.from({ length: workerData as number }, () => database.rowsOfLeads(1));
let next = 0;

port.on('message', async (leads: number | 'close') => {
  if (leads === 'close') {
    await database.close();
    port.close();
    return;
  }
  const batch = rows.slice(next, (next += leads));
  if (batch.length < leads) throw new Error('more leads were made than expected');
  await database.write(together(batch));
  port.postMessage('written');
});
port.postMessage('ready');

function together(batch: RawRows[]): RawRows {
  const names = Object.keys(batch[0]!) as (keyof RawRows)[];
  return Object.fromEntries(
    names.map((name) => [name, batch.flatMap((one) => one[name] as unknown[])]),
  ) as unknown as RawRows;
}
