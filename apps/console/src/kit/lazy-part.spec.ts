/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { loadPart } from './lazy-part.tsx';

const LOST = new Error('Failed to fetch dynamically imported module');

/** A browser that loads a part after so many failures; without a gateway until then. */
const browserWhere = ({ failures, isReachable = true }: { failures: number; isReachable?: boolean }) => {
  const done = { tries: 0, reloads: 0, pauses: [] as number[] };
  const part = loadPart(
    async () => {
      done.tries += 1;
      if (done.tries <= failures) throw LOST;
      return 'the part';
    },
    {
      pause: async (ms) => void done.pauses.push(ms),
      isReachable: async () => isReachable,
      reload: () => void (done.reloads += 1),
    },
  );
  return { done, part };
};

describe('a part of the console', () => {
  beforeEach(() => sessionStorage.clear());

  it('is asked for again, quietly, after ever longer pauses', async () => {
    const { done, part } = browserWhere({ failures: 3 });
    expect(await part).toBe('the part');
    expect(done).toEqual({ tries: 4, reloads: 0, pauses: [500, 2_000, 5_000] });
  });

  it('is waited for while the gateway is away, and the page stays', async () => {
    const { done, part } = browserWhere({ failures: 20, isReachable: false });
    expect(await part).toBe('the part');
    expect(done).toMatchObject({ tries: 21, reloads: 0 });
  });

  it('leads to the page being loaded anew where the gateway answers without it', async () => {
    const { done, part } = browserWhere({ failures: 4 });
    await part;
    expect(done.reloads).toBe(1);
  });

  it('is given up if the page was loaded anew for it already', async () => {
    await browserWhere({ failures: 4 }).part;
    const { done, part } = browserWhere({ failures: 99 });
    await expect(part).rejects.toBe(LOST);
    expect(done).toMatchObject({ tries: 4, reloads: 0 });
  });
});
