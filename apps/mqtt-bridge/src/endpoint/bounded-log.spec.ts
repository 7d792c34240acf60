import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { logger } from '@telemon/platform/logging';
import { BoundedLog } from './bounded-log.ts';

afterEach(() => void jest.restoreAllMocks());

describe('a flood of log lines', () => {
  it('is cut to ten a second, the last of which counts the suppressed ones', () => {
    const lines: unknown[][] = [];
    jest.spyOn(logger, 'info').mockImplementation((...line: unknown[]) => void lines.push(line));
    let now = 0;
    const log = new BoundedLog(() => now);
    for (let second = 0; second < 3; second++) {
      now = second * 1_000;
      for (let count = 0; count < 1_000; count++) log.tell({ count }, 'sign-in refused');
      log.tellSuppressed();
      log.tellSuppressed();
      expect(lines).toHaveLength(10 * (second + 1));
      expect(lines.at(-1)).toEqual([{ suppressed: 991 }, 'log lines suppressed']);
    }
  });
});
