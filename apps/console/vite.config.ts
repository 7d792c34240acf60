import react from '@vitejs/plugin-react';
import { constants } from 'node:zlib';
import { defineConfig } from 'vite';
import { compression, defineAlgorithm } from 'vite-plugin-compression2';

/** Where `vite` (not `vite build`) finds the gateway while the console is worked on. */
const gateway = 'http://localhost:8080';

/**
 * Zod tries whether it may make functions of texts, which the pages' policy forbids and browsers report. This says that it
 * may not, and stands in each file, as nothing else surely runs before Zod itself.
 */
const ZOD_WITHOUT_EVAL = '(globalThis.__zod_globalConfig ??= {}).jitless = true;';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    // The gateway sends the compressed copy of a file to each browser that accepts it.
    compression({
      include: /\.(css|html|ico|js|json|svg|txt|webmanifest)$/,
      threshold: 512,
      algorithms: [
        defineAlgorithm('gzip', { level: 9 }),
        // The highest quality takes ten times as long for a few percent.
        defineAlgorithm('brotliCompress', { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
      ],
    }),
  ],
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
