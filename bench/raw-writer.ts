// A thread that writes prepared rows: a message has the number of leads, and the response comes
// after the commit.
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
  await database.write(merge(batch));
  port.postMessage('written');
});
port.postMessage('ready');

function merge(batch: RawRows[]): RawRows {
  const names = Object.keys(batch[0]!) as (keyof RawRows)[];
  return Object.fromEntries(
    names.map((name) => [name, batch.flatMap((one) => one[name] as unknown[])]),
  ) as unknown as RawRows;
}
