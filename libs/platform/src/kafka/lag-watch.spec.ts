import { beforeEach, describe, expect, it } from '@jest/globals';
import { LagWatch } from './lag-watch.ts';
import { TICK_MS } from './signs-of-life.ts';

/** The topic has one partition, which the consumer has. */
const kafka = { oldest: 0n, newest: 0n, committed: null as bigint | null };
let now: number;
let questions: number;
let answer: () => Promise<unknown>;

beforeEach(() => {
  now = 1_000_000;
  questions = 0;
  Object.assign(kafka, { oldest: 0n, newest: 100n, committed: 100n });
  answer = async () => undefined;
});

const watching = ({ isCompacted = false, fromBeginning = true } = {}): LagWatch => {
  const watch = new LagWatch({
    isCompacted,
    fromBeginning,
    ask: async () => {
      questions++;
      const offsets = new Map([[0, { ...kafka }]]);
      await answer();
      return offsets;
    },
    now: () => now,
  });
  watch.assign([0]);
  return watch;
};

/** Lets time pass until the consumer has to end. @returns after how many seconds; null: not by then */
const endsWithin = async (watch: LagWatch, seconds: number, each = () => {}): Promise<number | null> => {
  for (let passed = 0; passed <= seconds * 1_000; passed += TICK_MS) {
    if (watch.endsFor) return passed / 1_000;
    now += TICK_MS;
    each();
    await watch.look();
  }
  return null;
};

describe('a consumer that gets none of the messages that wait for it', () => {
  it('is not alive after 30 s, and has to end within 45 s, whenever they came', async () => {
    for (let idleSeconds = 0; idleSeconds < 40; idleSeconds += 2) {
      kafka.newest = 100n;
      const watch = watching();
      expect(await endsWithin(watch, idleSeconds)).toBe(null);
      kafka.newest = 101n;
      expect(await endsWithin(watch, 20)).toBe(null);
      await endsWithin(watch, 10);
      expect(watch.isAlive).toBe(false);
      await endsWithin(watch, 15);
      expect(watch.endsFor).toEqual({ partition: 0, position: 100n, newest: 101n });
    }
  });

  it('has to end although it has read all messages before them', async () => {
    const watch = watching();
    watch.reached(0, '149', '200');
    kafka.newest = 200n;
    await endsWithin(watch, 45);
    expect(watch.endsFor).toEqual({ partition: 0, position: 150n, newest: 200n });
  });

  it('has to end if its group has committed nothing and it reads from the beginning', async () => {
    kafka.committed = null;
    expect(await endsWithin(watching(), 45)).not.toBe(null);
    expect(await endsWithin(watching({ fromBeginning: false }), 200)).toBe(null);
  });

  it('may be idle for an hour before they come', async () => {
    const watch = watching();
    expect(await endsWithin(watch, 3_600, () => expect(watch.isAlive).toBe(true))).toBe(null);
    kafka.newest = 101n;
    expect(await endsWithin(watch, 45)).not.toBe(null);
  });
});

describe('a consumer need not end', () => {
  it('while it gets one batch of a backlog every 20 s', async () => {
    kafka.newest = 10_000n;
    const watch = watching();
    let offset = 100;
    const since = now;
    const each = () => {
      if ((now - since) % 20_000 === 0) watch.reached(0, String(offset++), '10000');
    };
    expect(await endsWithin(watch, 600, each)).toBe(null);
  });

  it('while it handles a batch', async () => {
    kafka.newest = 10_000n;
    const watch = watching();
    const batch = Promise.withResolvers<void>();
    const delivered = watch.delivering(() => batch.promise);
    expect(await endsWithin(watch, 600)).toBe(null);
    expect(questions).toBe(0);
    batch.resolve();
    await delivered;
    expect(await endsWithin(watch, 45)).not.toBe(null);
  });

  it('while Kafka does not answer', async () => {
    kafka.newest = 101n;
    answer = () => Promise.reject(new Error('no broker answers'));
    const watch = watching();
    expect(await endsWithin(watch, 600)).toBe(null);
    answer = async () => undefined;
    expect(await endsWithin(watch, 45)).not.toBe(null);
  });

  it('while it has no partition, because its group is rebalancing or it crashed', async () => {
    kafka.newest = 101n;
    const watch = watching();
    await endsWithin(watch, 30);
    watch.release();
    expect(watch.isAlive).toBe(true);
    expect(await endsWithin(watch, 600)).toBe(null);
    watch.assign([0]);
    expect(await endsWithin(watch, 20)).toBe(null);
    expect(await endsWithin(watch, 25)).not.toBe(null);
  });

  it('because its process was suspended', async () => {
    kafka.newest = 101n;
    const watch = watching();
    await endsWithin(watch, 20);
    now += 600_000;
    await watch.look();
    expect([watch.isAlive, watch.endsFor]).toEqual([true, null]);
  });

  it('because it got a batch while Kafka was asked', async () => {
    kafka.newest = 101n;
    const watch = watching();
    answer = async () => watch.reached(0, '100', '101');
    expect(await endsWithin(watch, 200)).toBe(null);
  });

  it('because a batch is delivered to it while Kafka is asked', async () => {
    kafka.newest = 101n;
    const watch = watching();
    await endsWithin(watch, 30);
    expect(watch.isAlive).toBe(false);
    const batch = Promise.withResolvers<void>();
    const delivered: Promise<void>[] = [];
    answer = async () => void delivered.push(watch.delivering(() => batch.promise));
    now += TICK_MS;
    await watch.look();
    expect([delivered.length, watch.isAlive]).toEqual([1, true]);
    batch.resolve();
    await Promise.all(delivered);
  });

  it('because Kafka answers late, after it was away', async () => {
    kafka.newest = 101n;
    const watch = watching();
    await endsWithin(watch, 24);
    answer = async () => {
      now += 14_000;
      answer = async () => undefined;
    };
    expect(await endsWithin(watch, 30)).toBe(null);
    expect(await endsWithin(watch, 30)).not.toBe(null);
  });

  it('for messages that another consumer of its group has read meanwhile', async () => {
    const watch = watching();
    watch.reached(0, '99', '100');
    Object.assign(kafka, { newest: 200n, committed: 200n });
    watch.assign([0]);
    expect(await endsWithin(watch, 200)).toBe(null);
  });

  it('for messages that another consumer of its group had read when it got the partition, after Kafka was asked', async () => {
    const watch = watching();
    Object.assign(kafka, { newest: 200n, committed: 150n });
    answer = async () => {
      kafka.committed = 200n;
      if (questions === 1) watch.assign([0]);
    };
    expect(await endsWithin(watch, 200)).toBe(null);
  });

  it('for messages that Kafka has deleted', async () => {
    Object.assign(kafka, { oldest: 200n, newest: 200n });
    expect(await endsWithin(watching(), 200)).toBe(null);
  });
});

describe('a consumer of a compacted topic', () => {
  it('need not end because compaction left nothing between its position and the newest offset', async () => {
    kafka.committed = null;
    const fresh = watching({ isCompacted: true });
    expect(await endsWithin(fresh, 200)).toBe(null);
    const watch = watching({ isCompacted: true });
    watch.reached(0, '97', '100');
    expect(await endsWithin(watch, 200)).toBe(null);
  });

  it('has to end if it gets no newer message', async () => {
    const watch = watching({ isCompacted: true });
    watch.reached(0, '97', '100');
    await endsWithin(watch, 200);
    kafka.newest = 101n;
    expect(await endsWithin(watch, 45)).not.toBe(null);
  });
});

it('Kafka is asked every 15 s while a topic is idle, and every 5 to 6 s while messages wait', async () => {
  const watch = watching();
  await endsWithin(watch, 600);
  expect(questions).toBeLessThanOrEqual(600 / 15);
  expect(questions).toBeGreaterThan(600 / 20);
  kafka.newest = 101n;
  questions = 0;
  await endsWithin(watch, 45);
  expect(questions).toBeLessThanOrEqual(6);
});
