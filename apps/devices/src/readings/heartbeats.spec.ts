import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { metricsText } from '@telemon/platform/metrics';
import { until } from '@telemon/testing/waiting';
import { GivenProcess, GivenReadings, heartbeat, message } from '../../testing/given-readings.ts';

let given: GivenReadings;
beforeAll(async () => {
  given = await GivenReadings.start();
});
afterAll(() => given.stop());

/** A time of a heartbeat that no other has, also none of parallel specs. */
const newTime = () => 1e12 + Math.floor(Math.random() * 1e11);

/** The values of a device's readings, and the given heartbeats, in the order in which they were passed on. */
const passedOn = (name: string, ...heartbeats: number[]) =>
  given.passedOn.flatMap((passed): (string | number | null | undefined)[] => {
    if ('deviceName' in passed) return passed.deviceName === name ? [passed.current[0]] : [];
    const { receivedAt } = passed;
    return heartbeats.includes(Number(receivedAt)) ? [`${passed.heartbeat} ${receivedAt}`] : [];
  });

/** The counters among the metrics of the intake. */
const counts = async () =>
  (await metricsText())
    .split('\n')
    .filter((line) => /^telemon_readings_(stored|repeated|dead_letters|batch_size)/.test(line));

describe('a heartbeat of an endpoint', () => {
  it('is passed on between the readings before and after it', async () => {
    const { name, add } = given.device();
    await add();
    const [first, second] = [newTime(), newTime()];
    await given.running.handle([
      heartbeat(first),
      message(name, { TC1: 1 }),
      message(name, { TC1: 2 }),
      heartbeat(second),
      message(name, { TC1: 3 }),
    ]);
    await until(() => passedOn(name).includes(3));
    expect(passedOn(name, first, second)).toEqual([`mqtt ${first}`, 1, 2, `mqtt ${second}`, 3]);
  });

  it('is distinguished from readings of the other endpoint, because each reading names its endpoint', async () => {
    const { name, add } = given.device();
    await add();
    await given.running.handle([message(name, { TC1: 1 }), message(name, { TC1: 2 }, { source: 'udp' })]);
    await until(() => given.announced.get(name)?.length === 2);
    expect(given.announced.get(name)!.map(({ source }) => source)).toEqual(['mqtt', 'udp']);
  });

  it('keeps its place where a repeated reading and an unreadable message are left out', async () => {
    const { name, add } = given.device();
    await add();
    const time = newTime();
    const receivedAt = Date.now();
    await given.running.handle([
      message(name, { TC1: 1, seq: 1 }, { receivedAt }),
      message(name, { TC1: 1, seq: 1 }, { receivedAt: receivedAt + 1 }),
      message(name, 'unreadable'),
      message(name, { TC1: 2, seq: 2 }, { receivedAt }),
      heartbeat(time),
      message(name, { TC1: 3, seq: 3 }, { receivedAt }),
    ]);
    await until(() => passedOn(name).includes(3));
    expect(passedOn(name, time)).toEqual([1, 2, `mqtt ${time}`, 3]);
  });

  it('without readings is passed on, and is neither a reading nor a dead letter', async () => {
    const time = newTime();
    const before = await counts();
    await given.running.handle([heartbeat(time)]);
    await until(() => passedOn('', time).length > 0);
    expect(passedOn('', time)).toEqual([`mqtt ${time}`]);
    expect(await counts()).toEqual(before);
  });

  it('comes again in its place if its batch is delivered again, and the readings are stored once', async () => {
    const { name, key, add } = given.device();
    await add();
    const time = newTime();
    const batch = [message(name, { TC1: 1 }), heartbeat(time), message(name, { TC1: 2 })];
    const killed = await GivenProcess.on(given.database);
    await killed.handle(batch);
    await killed.kill();
    const next = await GivenProcess.on(given.database);
    await next.handle(batch);
    await next.kill();
    await until(() => passedOn(name).length === 4);
    expect(passedOn(name, time)).toEqual([1, `mqtt ${time}`, 2, 1, `mqtt ${time}`, 2]);
    expect(await given.storedOf(key)).toHaveLength(2);
  });
});
