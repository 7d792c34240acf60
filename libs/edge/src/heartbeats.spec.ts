import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { HEARTBEAT_EVERY_MS } from '@telemon/contracts/readings';
import type { EveryPartition } from '@telemon/platform/kafka/every-partition';
import { logger } from '@telemon/platform/logging';
import { Heartbeats } from './heartbeats.ts';

logger.level = 'silent';

type Message = Parameters<EveryPartition['send']>[0];

const NOW = 1_795_000_000_000;

beforeEach(() => {
  jest.useFakeTimers({ now: NOW });
});
afterEach(() => {
  jest.useRealTimers();
});

/** Open heartbeats, and their messages. */
const givenHeartbeats = (send: () => Promise<void> = async () => undefined) => {
  const sent: Message[] = [];
  const telemetry: { waitingSince: number | undefined } = { waitingSince: undefined };
  const partitions = {
    send(message: Message) {
      sent.push(message);
      return send();
    },
  };
  const heartbeats = new Heartbeats('udp', partitions, telemetry);
  heartbeats.start();
  return { heartbeats, sent, telemetry };
};

const timesOf = (sent: Message[]) => sent.map(({ headers }) => Number(headers?.['receivedAt']) - NOW);

describe('the heartbeats of an endpoint', () => {
  it('are written from its opening on, at regular intervals, until it stops', async () => {
    const { heartbeats, sent } = givenHeartbeats();
    expect(sent).toEqual([{ value: null, headers: { heartbeat: 'udp', receivedAt: String(NOW) } }]);
    await jest.advanceTimersByTimeAsync(2 * HEARTBEAT_EVERY_MS);
    expect(timesOf(sent)).toEqual([0, HEARTBEAT_EVERY_MS, 2 * HEARTBEAT_EVERY_MS]);
    heartbeats.stop();
    await jest.advanceTimersByTimeAsync(2 * HEARTBEAT_EVERY_MS);
    expect(sent).toHaveLength(3);
  });

  it('have the time since which readings wait for Kafka', async () => {
    const { heartbeats, sent, telemetry } = givenHeartbeats();
    telemetry.waitingSince = NOW + 7;
    await jest.advanceTimersByTimeAsync(HEARTBEAT_EVERY_MS);
    telemetry.waitingSince = undefined;
    await jest.advanceTimersByTimeAsync(HEARTBEAT_EVERY_MS);
    expect(timesOf(sent)).toEqual([0, 7, 2 * HEARTBEAT_EVERY_MS]);
    heartbeats.stop();
  });

  it('never have a time in the future, even if a waiting reading has one because the clock was set back', async () => {
    const { heartbeats, sent, telemetry } = givenHeartbeats();
    telemetry.waitingSince = NOW + 86_400_000;
    await jest.advanceTimersByTimeAsync(HEARTBEAT_EVERY_MS);
    expect(timesOf(sent)).toEqual([0, HEARTBEAT_EVERY_MS]);
    heartbeats.stop();
  });
});

describe('while Kafka is away', () => {
  it('a heartbeat that fails is dropped, and the next one is written at its time', async () => {
    const { heartbeats, sent } = givenHeartbeats(async () => {
      throw new Error('Kafka is away');
    });
    await jest.advanceTimersByTimeAsync(HEARTBEAT_EVERY_MS);
    expect(timesOf(sent)).toEqual([0, HEARTBEAT_EVERY_MS]);
    heartbeats.stop();
  });

  it('one heartbeat at most is under way, and heartbeats that are due meanwhile are dropped', async () => {
    const answer = Promise.withResolvers<void>();
    const { heartbeats, sent } = givenHeartbeats(() => answer.promise);
    await jest.advanceTimersByTimeAsync(3 * HEARTBEAT_EVERY_MS);
    expect(timesOf(sent)).toEqual([0]);
    answer.resolve();
    await jest.advanceTimersByTimeAsync(HEARTBEAT_EVERY_MS);
    expect(timesOf(sent)).toEqual([0, 4 * HEARTBEAT_EVERY_MS]);
    heartbeats.stop();
  });
});
