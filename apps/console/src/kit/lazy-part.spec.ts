/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { loadPart } from './lazy-part.tsx';

const LOST = new Error('Failed to fetch dynamically imported module');

/** A browser where loading a chunk fails the given number of times, with or without a gateway. */
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

  it('is retried silently after increasing pauses', async () => {
    const { done, part } = browserWhere({ failures: 3 });
    expect(await part).toBe('the part');
    expect(done).toEqual({ tries: 4, reloads: 0, pauses: [500, 2_000, 5_000] });
  });

  it('is retried while the gateway is down, without reloading the page', async () => {
    const { done, part } = browserWhere({ failures: 20, isReachable: false });
    expect(await part).toBe('the part');
    expect(done).toMatchObject({ tries: 21, reloads: 0 });
  });

  it('reloads the page when the gateway responds without it', async () => {
    const { done, part } = browserWhere({ failures: 4 });
    await part;
    expect(done.reloads).toBe(1);
  });

  it('fails if the page has already been reloaded for it', async () => {
    await browserWhere({ failures: 4 }).part;
    const { done, part } = browserWhere({ failures: 99 });
    await expect(part).rejects.toBe(LOST);
    expect(done).toMatchObject({ tries: 4, reloads: 0 });
  });
});
