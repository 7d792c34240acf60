import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { Lanes, oneLane } from './lanes.ts';
import type { NoticeSender } from './senders/notice-sender.ts';

const sender = {} as NoticeSender;
const newLanes = () => new Lanes(sender, { perLane: 2, inAll: 20 });
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
  it('that hangs delays no other, whatever waits for it', async () => {
    const lanes = newLanes();
    const { work, end } = hanging();
    const stuck = Array.from({ length: 500 }, () => lanes.of(DEAD).handle(work));
    let sent = 0;
    await Promise.all(Array.from({ length: 100 }, () => lanes.of(LIVE).handle(async () => void sent++)));
    expect(sent).toBe(100);
    end();
    await Promise.all(stuck);
  });

  it('takes a few notices in hand at once, and says that others wait', async () => {
    const lane = newLanes().of(DEAD);
    const works = hanging();
    const stuck = Array.from({ length: 7 }, () => lane.handle(works.work));
    await settled();
    expect({ begun: works.begun, isBusy: lane.isBusy, isFull: lane.isFullFor(0) }).toEqual({
      begun: 6,
      isBusy: true,
      isFull: false,
    });
    stuck.push(...Array.from({ length: 1_000 }, () => lane.handle(works.work)));
    expect(lane.isFullFor(0)).toBe(true);
    works.end();
    await Promise.all(stuck);
    expect(works.begun).toBe(1_007);
  });

  it('shares the notices at hand of all lanes', async () => {
    const lanes = newLanes();
    const works = hanging();
    const stuck = Array.from({ length: 10 }, (_, at) =>
      Array.from({ length: 6 }, () => lanes.of(`mqtt:b${at}.example.com:1883`).handle(works.work)),
    ).flat();
    await settled();
    expect(works.begun).toBe(20);
    works.end();
    await Promise.all(stuck);
    expect(works.begun).toBe(60);
  });

  it('is left alone by itself after failures, and remembered until then', () => {
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

it('The lane of a provider is one', async () => {
  const lanes = oneLane(sender, 4);
  const works = hanging();
  const stuck = Array.from({ length: 20 }, () => lanes.of('sms').handle(works.work));
  await settled();
  expect(works.begun).toBe(12);
  expect(lanes.busy).toEqual(['sms']);
  works.end();
  await Promise.all(stuck);
});
