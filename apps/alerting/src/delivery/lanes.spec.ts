import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { Lanes, oneLane } from './lanes.ts';
import type { NoticeSender } from './senders/notice-sender.ts';

const sender = {} as NoticeSender;
const newLanes = () => new Lanes(sender, { sending: 2, atHand: 6, atHandOfAll: 20 });
const TURN = { rank: 0, share: 'm1' };
const DEAD = 'mqtt:dead.example.com:1883';
const LIVE = 'mqtt:live.example.com:1883';

afterEach(() => void jest.restoreAllMocks());

/** Work that ends when the spec says so, and a count of what has begun. */
const hanging = () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const works = { begun: 0, end: resolve, work: () => (works.begun++, promise) };
  return works;
};
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('the lane of a broker', () => {
  it('that hangs delays no other lane', async () => {
    const lanes = newLanes();
    const { work, end } = hanging();
    const stuck = Array.from({ length: 500 }, () => lanes.of(DEAD).handle(work, TURN));
    let sent = 0;
    await Promise.all(
      Array.from({ length: 100 }, () => lanes.of(LIVE).handle(async () => void sent++, TURN)),
    );
    expect(sent).toBe(100);
    end();
    await Promise.all(stuck);
  });

  it('handles a few notices at once, and names the shares whose other notices wait', async () => {
    const lanes = newLanes();
    const lane = lanes.of(DEAD);
    const works = hanging();
    const stuck = Array.from({ length: 7 }, () => lane.handle(works.work, TURN));
    stuck.push(lane.handle(works.work, { rank: 0, share: 'm2' }));
    await settled();
    // Two thirds of 6 for m1, and one for m2.
    expect({ begun: works.begun, busy: lanes.busy }).toEqual({
      begun: 5,
      busy: [{ lane: DEAD, share: 'm1', rank: 0 }],
    });
    works.end();
    await Promise.all(stuck);
    expect({ begun: works.begun, busy: lanes.busy }).toEqual({ begun: 8, busy: [] });
  });

  it('is full for a share with thousands that wait, but not for its more severe ones, nor for other shares', async () => {
    const lane = newLanes().of(DEAD);
    const works = hanging();
    const turn = { rank: 1, share: 'm1' };
    const stuck: Promise<void>[] = [];
    while (!lane.isFullFor(turn)) stuck.push(lane.handle(works.work, turn));
    expect(stuck.length).toBeGreaterThan(6_000);
    expect(stuck.length).toBeLessThan(7_000);
    expect([lane.isFullFor({ rank: 0, share: 'm1' }), lane.isFullFor({ rank: 1, share: 'm2' })]).toEqual([
      false,
      false,
    ]);
    works.end();
    await Promise.all(stuck);
    expect(works.begun).toBe(stuck.length);
  });

  it("shares the notices at hand of all lanes, so that the brokers of one manager leave room for other managers' brokers", async () => {
    const lanes = newLanes();
    const works = hanging();
    const begin = (share: string) =>
      Array.from({ length: 10 }, (_, at) =>
        Array.from({ length: 4 }, () =>
          lanes.of(`mqtt:b${at}.${share}.example.com:1883`).handle(works.work, { rank: 0, share }),
        ),
      ).flat();
    const stuck = begin('m1');
    await settled();
    // Two thirds of 20.
    expect(works.begun).toBe(14);
    stuck.push(...begin('m2'));
    await settled();
    expect(works.begun).toBe(18);
    works.end();
    await Promise.all(stuck);
    expect(works.begun).toBe(80);
  });

  it('is left alone after failures, without other lanes, and is kept until it may be tried again', () => {
    const now = jest.spyOn(performance, 'now').mockReturnValue(0);
    const lanes = newLanes();
    for (let failure = 0; failure < 5; failure++) lanes.of(DEAD).breaker.failed();
    lanes.of(LIVE).breaker.succeeded();
    expect(lanes.leftAlone).toEqual([DEAD]);
    lanes.forgetUnused();
    expect(lanes.leftAlone).toEqual([DEAD]);
    const [dead, live] = [lanes.of(DEAD), lanes.of(LIVE)];
    now.mockReturnValue(11 * 60_000);
    lanes.forgetUnused();
    expect(lanes.of(DEAD)).not.toBe(dead);
    expect(lanes.of(LIVE)).not.toBe(live);
  });
});

it('A provider has one lane', async () => {
  const lanes = oneLane(sender, 6);
  const works = hanging();
  const stuck = Array.from({ length: 30 }, () => lanes.of('sms').handle(works.work, TURN));
  await settled();
  // Two thirds of 36.
  expect(works.begun).toBe(24);
  expect(lanes.busy).toEqual([{ lane: 'sms', share: 'm1', rank: 0 }]);
  works.end();
  await Promise.all(stuck);
});
