import { describe, expect, it } from '@jest/globals';
import { reachedBy } from './reverse-imports.ts';

const SOURCES = new Map(
  Object.entries({
    'libs/platform/src/deadline.ts': '',
    'libs/platform/src/list/page.ts': "import {\n  timeLeft,\n} from '../deadline.ts';",
    'apps/devices/src/devices.ts': "import { page } from '@telemon/platform/list/page';",
    'apps/devices/src/devices.spec.ts': "import { devices } from './devices.ts';",
    'apps/devices/src/of-types.spec.ts': "import type { Page } from '@telemon/platform/list/page';",
    'apps/devices/src/program.spec.ts': "new URL('../testing/program.ts', import.meta.url)",
    'apps/devices/testing/program.ts': "await import('../src/devices.ts');",
    'apps/console/src/list.tsx': "import './list.css';\nexport { one } from './two.ts';",
    'apps/console/src/list.spec.tsx':
      "/** @jest-environment <rootDir>/tools/test/page.mjs */\nimport('./list.tsx?copy=1')",
    'apps/console/src/two.ts': "import { two } from './list.tsx';\nimport { z } from 'zod';",
  }),
);
const specsReachedBy = (...changed: string[]) =>
  [...reachedBy(changed, SOURCES)].filter((path) => /\.spec\.tsx?$/.test(path)).sort();

describe('a change', () => {
  it('reaches the specs that import it through other files and packages, or run a program that does', () => {
    expect(specsReachedBy('libs/platform/src/deadline.ts')).toEqual([
      'apps/devices/src/devices.spec.ts',
      'apps/devices/src/program.spec.ts',
    ]);
  });

  it.each(['apps/console/src/list.css', 'apps/console/src/two.ts', 'tools/test/page.mjs'])(
    'of %s reaches the spec of a component',
    (path) => expect(specsReachedBy(path)).toEqual(['apps/console/src/list.spec.tsx']),
  );

  it('of a spec reaches this spec only', () => {
    expect(specsReachedBy('apps/devices/src/devices.spec.ts')).toEqual(['apps/devices/src/devices.spec.ts']);
  });
});
