// Builds the web app and the program, each unless what is there was built from the same sources.
//   node scripts/build.ts [--if-possible]
import { buildProgram } from './build-program.ts';
import { buildWeb } from './build-web.ts';

const isOptional = process.argv.includes('--if-possible');

await buildWeb({ isOptional });
await buildProgram({ isOptional }).catch((error: Error) => {
  if (!isOptional) throw error;
  // It runs as it is written too.
  process.stderr.write(`vakwerk: not built, so it starts slower: ${error.message}\n`);
});
