// The entry point of the server. Plain JavaScript, so that nothing is compiled before the compile
// cache is enabled.
import { prepareNode } from './runtime/prepare-node.js';
import { isBuildStale, moduleOf } from './runtime/program.js';
import { restartWithOptions } from './runtime/restart-with-options.js';

prepareNode();
restartWithOptions();
const { runServer } = await import(moduleOf('server/run-server.ts').href);
if (isBuildStale()) {
  process.stderr.write(
    'vakwerk: dist/ is not built from these sources, so they run unbuilt: npm run build\n',
  );
}

await runServer(process.env).catch((error) => {
  process.stderr.write(`vakwerk: ${error.message}\n`);
  process.exit(1);
});
