// `npm run fuzz`: many requests to a server of its own, and a table of the responses.
import { parseArgs } from 'node:util';
import { trusting } from '../support/photo-server.ts';
import { startPictureHost } from '../support/picture-host.ts';
import { createMigratedDatabase } from '../support/postgres-for-tests.ts';
import { globalTeardown, useOwnFolder } from '../support/run-setup.ts';
import { patientWithPostgres, startServer } from '../support/server.ts';
import { sendingTo, startReceiver } from '../support/webhook-receiver.ts';
import { fuzz } from './fuzz.ts';
import { tableOf } from './table.ts';

// The first ones usually explain the rest.
const shownMax = 50;
const engines = ['SQLite', 'PostgreSQL'];

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '25000' },
    seed: { type: 'string', default: '1' },
    database: { type: 'string', default: engines[0]! },
  },
});
const requests = wholeNumber('requests', values.requests);
const seed = wholeNumber('seed', values.seed);
if (!engines.includes(values.database)) {
  refuse(`--database must be ${engines.join(' or ')}, got ${values.database}`);
}

useOwnFolder();
const pictures = await startPictureHost();
const receiver = await startReceiver();
const isPostgres = values.database === 'PostgreSQL';
const server = await startServer({
  env: {
    ...trusting(pictures),
    ...sendingTo(receiver),
    ...patientWithPostgres,
    // Failed keys are counted by client address, which the fuzzer varies.
    TRUST_PROXY: 'loopback',
    // Present in the headers, and never reached.
    RATE_LIMIT_PER_MINUTE: '1000000',
  },
  ...(isPostgres && { databaseUrl: await createMigratedDatabase() }),
});
const result = await fuzz(server, {
  seed,
  requests,
  pictureUrl: pictures.url('/photo.jpg'),
  receiverUrl: receiver.url('/fuzz'),
});
await server.stop();
await pictures.close();
await receiver.close();
await globalTeardown();

console.log(`${tableOf(result)} (seed ${seed}, ${values.database})`);
for (const { operation, sent, got, said } of result.deviations.slice(0, shownMax)) {
  console.log(`\n${operation}: ${said}\n  sent ${sent}\n  got ${got}`);
}
if (result.deviations.length > 0) process.exitCode = 1;

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) refuse(`--${name} must be a whole number, got ${text}`);
  return Number(text);
}

function refuse(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}
