// Builds the web app and the program, each unless its build is up to date.
//   node scripts/build.ts [--if-possible]
import { buildProgram } from './build-program.ts';
import { buildWeb } from './build-web.ts';

const isOptional = process.argv.includes('--if-possible');

// The API works without the web app, and the program also runs from source.
await buildWeb({ isOptional }).catch(warnOf('the web app was not built'));
await buildProgram({ isOptional }).catch(warnOf('the program was not built and starts slower'));

function warnOf(what: string): (error: Error) => void {
  return (error) => {
    if (!isOptional) throw error;
    process.stderr.write(`vakwerk: ${what}: ${error.message}\n`);
  };
}
