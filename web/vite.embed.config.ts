// Builds the script of forms, which the server serves at /f/embed.js: one file without modules, since it
// must know the script element that loads it.
import { join } from 'node:path';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  build: {
    // Visitors' phones are older than those of the app's users.
    target: 'es2020',
    // Beside the app, which is built first.
    emptyOutDir: false,
    copyPublicDir: false,
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: join(import.meta.dirname, 'src', 'form', 'embed.ts'),
      output: { format: 'iife', entryFileNames: 'f/embed.js' },
    },
  },
});
