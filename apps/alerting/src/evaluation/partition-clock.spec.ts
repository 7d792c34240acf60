import { describe, expect, it } from '@jest/globals';
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

  it('never says too early when a reading came that comes late', () => {
    const clock = after(0, 15, 645, 660);
    // Before the gap, the clock stood at 15 s; it is at 30 s now.
    expect(clock.heardAt(at(650))).toBe(at(20));
    expect(clock.heardAt(at(620))).toBe(at(15));
    expect(clock.heardAt(at(10))).toBe(at(30));
  });

  it('tells when a heard time was, before and after the last gap', () => {
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
