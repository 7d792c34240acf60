import react from '@vitejs/plugin-react';
import { join } from 'node:path';
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

interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/**
 * Which file holds all modules that these need: the sign-in page's, those of the pages that links in messages lead to, and the frame's
 * around the pages behind the sign-in. A module of several is in the first. The short first script keeps its own. The bundler alone makes
 * eighty files of them, and twenty of the parts that pages share, which are in the frame's too.
 */
const FILES = {
  'src/start.ts': null,
  'src/main.tsx': 'start',
  'src/acknowledge/acknowledge-page.tsx': 'visitor',
  'src/invitation/invitation-page.tsx': 'visitor',
  'src/console.tsx': 'frame',
};
const SHARED = join(import.meta.dirname, 'src/kit/');
const files = new Map<string, string | null>();

function fileOf(id: string, modules: ModuleGraph): string | null {
  if (files.size === 0)
    for (const [first, file] of Object.entries(FILES)) {
      // The loop also visits the modules that it adds.
      const needed = new Set([join(import.meta.dirname, first)]);
      for (const part of needed) {
        if (!files.has(part)) files.set(part, file);
        modules.getModuleInfo(part)?.importedIds.forEach((imported) => needed.add(imported));
      }
    }
  return files.get(id) ?? (id.startsWith(SHARED) ? 'frame' : null);
}

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
    rolldownOptions: {
      output: {
        intro: ZOD_WITHOUT_EVAL,
        codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: fileOf }] },
      },
    },
  },
  server: { proxy: { '/v1': { target: gateway } } },
});
