import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where `vite` (not `vite build`) finds the gateway while the console is worked on. */
const gateway = 'http://localhost:8080';

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
  },
  server: { proxy: { '/v1': { target: gateway } } },
});
