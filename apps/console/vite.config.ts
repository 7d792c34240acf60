import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where `vite` (not `vite build`) finds the gateway while the console is worked on. */
const gateway = 'http://localhost:8080';

/**
 * Zod tries whether it may make functions of texts, which the pages' policy forbids and browsers report. This says that it
 * may not, and stands in each file, as nothing else surely runs before Zod itself.
 */
const ZOD_WITHOUT_EVAL = '(globalThis.__zod_globalConfig ??= {}).jitless = true;';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // A file that is loaded on sight must not become text inside a script.
    assetsInlineLimit: 0,
    sourcemap: true,
    reportCompressedSize: true,
    chunkSizeWarningLimit: 900,
    rolldownOptions: { output: { intro: ZOD_WITHOUT_EVAL } },
  },
  server: { proxy: { '/v1': { target: gateway } } },
});
