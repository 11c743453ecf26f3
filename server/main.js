// The server's entry, in plain JavaScript so that nothing is compiled before the cache is on.
import { prepareNode } from './prepare-node.js';
import { moduleOf } from './program.js';
import { restartInPlace } from './restart-in-place.js';

prepareNode();
restartInPlace();
const { runServer } = await import(moduleOf('server/run-server.ts').href);

await runServer(process.env).catch((error) => {
  process.stderr.write(`vakwerk: ${error.message}\n`);
  process.exit(1);
});
