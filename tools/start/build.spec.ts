import { describe, expect, it } from '@jest/globals';
import { whatFailed } from './build.ts';

describe('the message of a failed build', () => {
  it('names the failed projects and the first error', () => {
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

  it('is its last line when there is no error in its output', () => {
    expect(whatFailed('Killed\n')).toBe('Killed');
  });
});
