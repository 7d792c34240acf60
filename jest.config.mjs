const swc = ({ tsx }) => [
  '@swc/jest',
  {
    jsc: {
      target: 'es2024',
      parser: { syntax: 'typescript', tsx, decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true, react: { runtime: 'automatic' } },
    },
    module: { type: 'es6' },
  },
];

/** One run over every spec; ES modules as they are, TypeScript and decorators through swc. */
export default {
  roots: ['<rootDir>/libs', '<rootDir>/apps', '<rootDir>/tools'],
  testMatch: ['**/*.spec.ts', '**/*.spec.tsx'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  modulePathIgnorePatterns: ['/dist/'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'import'] },
  moduleNameMapper: {
    '\\.css$': '<rootDir>/tools/test/class-names.mjs',
    '\\.svg(\\?raw)?$': '<rootDir>/tools/test/picture.mjs',
    // It gives its TypeScript under the condition `source`, as our own packages do.
    '^eventsource-parser$': '<rootDir>/node_modules/eventsource-parser/dist/index.js',
  },
  transform: { '\\.ts$': swc({ tsx: false }), '\\.tsx$': swc({ tsx: true }) },
  // A worker keeps memory of each file that it ran. Above this, freeing memory takes longer than starting a new worker.
  workerIdleMemoryLimit: '400MB',
  // Some take seconds, on a busy machine ten times that; tests of durations measure them.
  testTimeout: 180_000,
};
