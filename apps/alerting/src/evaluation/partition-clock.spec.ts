import { describe, expect, it } from '@jest/globals';
import type { Source } from '@telemon/contracts/readings';
import { PartitionClock } from './partition-clock.ts';

const START = Date.parse('2026-11-21T10:00:00Z');
const at = (second: number) => START + second * 1_000;

/** A clock that has heard fresh heartbeats, at these seconds. */
const after = (...seconds: number[]) => {
  const clock = new PartitionClock();
  for (const [offset, second] of seconds.entries()) clock.hear(at(second), offset, true);
  return clock;
};

describe('the clock of a partition', () => {
  it('goes on with the arrivals, in whichever order two endpoints write them', () => {
    const clock = after(0, 15, 10, 30, 28, 45);
    expect(clock.heardAt(at(45))).toBe(at(45));
    expect(clock.heardAt(at(40))).toBe(at(40));
  });

  it.each([
    ['an outage', [0, 15, 645, 660], at(30)],
    ['a clock that was set ahead', [0, 15, 172_800, 172_815], at(30)],
    ['a clock that was set back', [0, 15, -86_400, -86_385], at(30)],
    ['a late heartbeat of a process that waited', [0, 15, 30, -10, 45], at(45)],
  ])('does not count %s', (_, seconds, heardAt) => {
    expect(after(...seconds).heardAt(at(seconds.at(-1)!))).toBe(heardAt);
  });

  it('never gives too early a time to a reading that comes late', () => {
    const clock = after(0, 15, 645, 660);
    // Before the gap, the clock stood at 15 s; it is at 30 s now.
    expect(clock.heardAt(at(650))).toBe(at(20));
    expect(clock.heardAt(at(620))).toBe(at(15));
    expect(clock.heardAt(at(10))).toBe(at(30));
  });

  it('converts a heard time to an instant, before and after the last gap', () => {
    const clock = after(0, 15, 645, 660);
    expect([at(10), at(15), at(20)].map((heard) => clock.instantOf(heard))).toEqual([
      at(10),
      at(15),
      at(650),
    ]);
  });

  it('counts no message twice that Kafka delivers again, also after a restart', () => {
    const clock = new PartitionClock();
    clock.restore(after(0, 15, 30, 45).stored());
    expect(clock.hear(at(15), 1, true)).toBe(false);
    expect(clock.hear(at(60), 4, true)).toBe(true);
    expect(clock.heardAt(at(60))).toBe(at(60));
  });

  it('goes on in a topic that was made anew', () => {
    const clock = after(0, 15, 30, 45);
    expect(clock.hear(at(60), 0, true)).toBe(true);
    expect(clock.hear(at(75), 1, true)).toBe(true);
    expect(clock.heardAt(at(75))).toBe(at(75));
  });
});

describe('the outages of one kind of endpoint', () => {
  const OUTAGE = { from: at(15), to: at(315) };
  let offset = 0;
  const beat = (clock: PartitionClock, second: number, ...sources: Source[]) =>
    clock.hear(at(second), offset++, true, sources);
  /** The MQTT endpoint is away for 300 s, the UDP endpoint is not. */
  const oneAway = (until = 315) => {
    const clock = new PartitionClock();
    beat(clock, 0, 'mqtt', 'udp');
    beat(clock, 15, 'mqtt', 'udp');
    for (let second = 30; second <= until; second += 15) beat(clock, second, 'udp');
    return clock;
  };

  it('are those in which another kind was heard, and the heard time of the partition goes on', () => {
    const clock = oneAway();
    expect(clock.outagesOf('mqtt')).toEqual([OUTAGE]);
    beat(clock, 315, 'mqtt');
    beat(clock, 330, 'udp');
    expect(clock.outagesOf('mqtt')).toEqual([OUTAGE]);
    expect(clock.outagesOf('udp')).toEqual([]);
    expect(clock.outagesOf(null)).toEqual([]);
    expect(clock.heardAt(at(330))).toBe(at(330));
  });

  it('are distinguished from dropped heartbeats', () => {
    const clock = oneAway(45);
    beat(clock, 60, 'mqtt');
    expect(clock.outagesOf('mqtt')).toEqual([]);
    for (const second of [75, 90, 105]) beat(clock, second, 'udp');
    beat(clock, 106, 'mqtt');
    expect(clock.outagesOf('mqtt')).toEqual([{ from: at(60), to: at(106) }]);
  });

  it('are none while the clocks of two endpoints differ by 45 s', () => {
    const clock = new PartitionClock();
    for (let second = 0; second < 300; second += 15) {
      beat(clock, second, 'mqtt');
      expect(clock.outagesOf('mqtt')).toEqual([]);
      beat(clock, second + 45, 'udp');
      expect(clock.outagesOf('mqtt')).toEqual([]);
    }
  });

  it('are none of a kind that was never heard, nor while nothing is heard of any kind', () => {
    const clock = new PartitionClock();
    for (const second of [0, 15, 30, 700, 715, 730]) beat(clock, second, 'udp');
    expect(clock.outagesOf('udp')).toEqual([]);
    expect(clock.outagesOf('mqtt')).toEqual([]);
  });

  it('do not end with messages that come again or that waited', () => {
    const clock = oneAway(200);
    clock.hear(at(15), offset++, false, ['mqtt']);
    clock.hear(at(100), offset++, false, ['mqtt']);
    beat(clock, 215, 'udp');
    expect(clock.outagesOf('mqtt')).toEqual([{ from: at(15), to: at(215) }]);
  });

  it('end with a reading, too', () => {
    const clock = oneAway();
    clock.hear(at(316), offset++, false, ['mqtt']);
    beat(clock, 400, 'mqtt', 'udp');
    expect(clock.outagesOf('mqtt')).toEqual([{ from: at(15), to: at(316) }]);
  });

  it('go on after a restart, and begin with the state that an earlier version stored', () => {
    const clock = new PartitionClock();
    clock.restore(oneAway(200).stored());
    beat(clock, 215, 'udp');
    expect(clock.outagesOf('mqtt')).toEqual([{ from: at(15), to: at(215) }]);
    const { endpoints, ...earlier } = clock.stored()!;
    expect(endpoints).toBeDefined();
    clock.restore(earlier);
    expect(clock.outagesOf('mqtt')).toEqual([]);
    beat(clock, 230, 'mqtt', 'udp');
    for (let second = 245; second <= 305; second += 15) beat(clock, second, 'udp');
    expect(clock.outagesOf('mqtt')).toEqual([{ from: at(230), to: at(305) }]);
  });
});
