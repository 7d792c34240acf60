import { describe, expect, it } from '@jest/globals';
import { whatFailed } from './build.ts';

describe('a build that fails', () => {
  it('is told by its projects and the first thing that is wrong', () => {
    const output = `
> nx run auth:build

apps/auth/src/main.ts(3,7): error TS2322: Type 'string' is not assignable to type 'number'.
apps/auth/src/main.ts(4,7): error TS2304: Cannot find name 'x'.

 NX   Running target build for 13 projects failed

Failed tasks:

- auth:build
`;
    expect(whatFailed(output)).toBe(
      "auth: apps/auth/src/main.ts(3,7): error TS2322: Type 'string' is not assignable to type 'number'.",
    );
  });

  it('is told by its last words when there is nothing else', () => {
    expect(whatFailed('Killed\n')).toBe('Killed');
  });
});
