import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { DeadLetter } from '@telemon/contracts/readings';
import { logger } from '@telemon/platform/logging';
import { RejectionLines } from './rejection-lines.ts';

const deadLetters = (count: number, reason = (index: number) => `reason ${index % 2}`): DeadLetter[] =>
  Array.from({ length: count }, (_, index) => ({
    deviceName: 'pump01',
    deviceKey: 7,
    content: 'telemetry',
    source: 'mqtt',
    reason: reason(index),
    receivedAt: 0,
    arrivalId: `a${index}`,
    payload: 'c2VjcmV0',
    payloadBytes: 6,
  }));

afterEach(() => void jest.restoreAllMocks());

describe('the log lines about rejected payloads', () => {
  it('are one per batch and a few per second for single payloads, without their content', () => {
    const batch = jest.spyOn(logger, 'info').mockImplementation(() => undefined);
    const single = jest.spyOn(logger, 'warn').mockImplementation(() => undefined);
    const clock = { now: 0 };
    const lines = new RejectionLines(() => clock.now);
    lines.tell(deadLetters(1_000));
    lines.tell(deadLetters(1_000));
    for (const [fields] of batch.mock.calls)
      expect(fields).toEqual({ rejected: 1_000, reasons: { 'reason 0': 500, 'reason 1': 500 } });
    expect(batch).toHaveBeenCalledTimes(2);
    expect(single).toHaveBeenCalledTimes(5);
    clock.now = 1_000;
    lines.tell(deadLetters(3));
    expect(single).toHaveBeenCalledTimes(8);
    expect(JSON.stringify(single.mock.calls)).not.toContain('c2VjcmV0');
  });

  it('name a limited number of reasons', () => {
    const batch = jest.spyOn(logger, 'info').mockImplementation(() => undefined);
    jest.spyOn(logger, 'warn').mockImplementation(() => undefined);
    new RejectionLines(() => 0).tell(deadLetters(500, (index) => `reason ${index}`));
    const { reasons } = batch.mock.calls[0]![0] as unknown as { reasons: Record<string, number> };
    expect(Object.keys(reasons)).toHaveLength(21);
    expect(reasons.other).toBe(480);
  });
});
