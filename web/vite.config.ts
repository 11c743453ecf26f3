// How the web app becomes the files that the service hands out.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const serviceWorker = 'service-worker';
const filesPlace = 'globalThis.builtFiles';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), filesForServiceWorker()],
  build: {
    target: 'es2023',
    // Everything in files of its own: the content security policy allows nothing inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      // The calendar's library looks for both shapes of a package that it brings along.
      checks: { importIsUndefined: false },
      input: {
        index: join(import.meta.dirname, 'index.html'),
        [serviceWorker]: join(import.meta.dirname, 'src', 'service-worker.ts'),
      },
      output: {
        // What the first screen needs comes in two files, side by side: dozens of small ones wait for each other. The
        // libraries stay the same over many releases.
        codeSplitting: {
          groups: [
            { name: 'libraries', tags: ['$initial'], test: /node_modules/, priority: 1 },
            { name: 'first', tags: ['$initial'], test: isOfApp },
          ],
        },
        // A service worker is in charge of the folder it is in, and browsers look for its new version by its name.
        entryFileNames: ({ name }) =>
          name === serviceWorker ? '[name].js' : 'assets/[name]-[hash].js',
      },
    },
  },
});

/** Not the service worker's: that is a single file. */
function isOfApp(id: string): boolean {
  return !id.includes('/src/worker/') && !id.endsWith('service-worker.ts');
}

/** The service worker keeps all files of the app: it is told which there are. */
function filesForServiceWorker(): Plugin {
  return {
    name: 'files-for-service-worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const worker = bundle[`${serviceWorker}.js`];
        if (worker?.type !== 'chunk' || !worker.code.includes(filesPlace)) {
          throw new Error('the service worker has no place for the list of files');
        }
        const files = Object.keys(bundle)
          .filter((name) => name.startsWith('assets/'))
          .sort()
          .map((name) => `/${name}`);
        const version = createHash('sha256').update(files.join()).digest('hex').slice(0, 12);
        worker.code = worker.code.replace(filesPlace, JSON.stringify({ version, files }));
      },
    },
  };
}
