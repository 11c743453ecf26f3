// The server's entry, in plain JavaScript so that nothing is compiled before the cache is on.
import { prepareNode } from './prepare-node.js';
import { restartInPlace } from './restart-in-place.js';

prepareNode();
restartInPlace();
const { runServer } = await import('./run-server.ts');

await runServer(process.env).catch((error) => {
  process.stderr.write(`vakwerk: ${error.message}\n`);
  process.exit(1);
});
