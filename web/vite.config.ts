// Builds the web app into web/dist, which the server serves.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const serviceWorker = 'service-worker';
const filesPlaceholder = 'globalThis.builtFiles';
const early = join(import.meta.dirname, 'src', 'app', 'early.ts');

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), frameAndDataFirst(), filesForServiceWorker()],
  build: {
    target: 'es2023',
    // The content security policy allows nothing inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      input: {
        index: join(import.meta.dirname, 'index.html'),
        [serviceWorker]: join(import.meta.dirname, 'src', 'service-worker.ts'),
      },
      output: {
        // Three chunks for the first screen, loaded in parallel, instead of dozens of small ones. `data`
        // runs first, and the libraries stay cached over many releases.
        codeSplitting: {
          groups: [
            { name: 'data', test: (id) => id === early, priority: 2 },
            { name: 'libraries', tags: ['$initial'], test: /node_modules/, priority: 1 },
            { name: 'first', tags: ['$initial'], test: isOfApp },
          ],
        },
        // A service worker's scope is its folder, and browsers update it by its URL: no hash.
        entryFileNames: ({ name }) =>
          name === serviceWorker ? '[name].js' : 'assets/[name]-[hash].js',
      },
    },
  },
});

/** Excludes the service worker, which must be a single file. */
function isOfApp(id: string): boolean {
  return !id.includes('/src/worker/') && !id.endsWith('service-worker.ts');
}

/**
 * Browsers paint nothing before the stylesheets of the head, and run scripts after them. So the page only preloads
 * them, main.tsx applies them, and the frame is painted first. The script that fetches the data runs once it is loaded.
 */
function frameAndDataFirst(): Plugin {
  return {
    name: 'frame-and-data-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        html
          .replaceAll('<link rel="stylesheet"', '<link rel="preload" as="style"')
          .replace(
            '<script type="module" crossorigin src="/assets/data-',
            '<script async type="module" crossorigin src="/assets/data-',
          ),
    },
  };
}

/** Writes the list of built files into the service worker, which caches them all. */
function filesForServiceWorker(): Plugin {
  return {
    name: 'files-for-service-worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const worker = bundle[`${serviceWorker}.js`];
        if (worker?.type !== 'chunk' || !worker.code.includes(filesPlaceholder)) {
          throw new Error('the service worker has no placeholder for the list of files');
        }
        const files = Object.keys(bundle)
          .filter((name) => name.startsWith('assets/'))
          .sort()
          .map((name) => `/${name}`);
        const version = createHash('sha256').update(files.join()).digest('hex').slice(0, 12);
        worker.code = worker.code.replace(filesPlaceholder, JSON.stringify({ version, files }));
      },
    },
  };
}
