import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { LiveReading } from '@telemon/contracts/gateway/live';
import { LIVE_SUBJECTS } from '@telemon/contracts/topics';
import { connectNats } from '@telemon/platform/messaging/nats';
import { POISON } from '@telemon/testing/poison';
import { servers } from '@telemon/testing/servers';
import { until } from '@telemon/testing/waiting';
import { GivenProcess, GivenReadings, message } from '../../testing/given-readings.ts';
import type { RawMessage } from './raw-message.ts';

let given: GivenReadings;
beforeAll(async () => {
  given = await GivenReadings.start();
});
afterEach(() => void jest.restoreAllMocks());
afterAll(() => given.stop());

describe('a reading', () => {
  it('is shown at once, before the latest values are written', async () => {
    const { name, key, add } = given.device();
    await add();
    const process = await GivenProcess.on(given.database);
    await process.handle([message(name, { TC1: 20 })]);
    expect(await process.shown(key)).toBe(20);
    expect(await process.stateOf(key)).toBeUndefined();
    await process.handle([message(name, { TC1: 21 })]);
    await process.settle();
    await process.kill();
    const next = await GivenProcess.on(given.database);
    expect(await next.shown(key)).toBe(21);
    await next.kill();
  });

  it("is stored by device, time and sequence number, and announced with its day's values so far", async () => {
    const { name, key, add } = given.device();
    await add();
    const noon = Math.floor(Date.now() / 1_000) * 1_000;
    const sent = { TC1: 20, TC2: '4.5', BATTERY: 3.7, timestamp: noon - 2, seq: 1 };
    const first = message(name, sent, { receivedAt: noon });
    await given.running.handle([
      first,
      message(name, [
        { TC1: 10, timestamp: noon - 1, seq: 2 },
        { TC1: 30, TN: 5, timestamp: noon, seq: 3 },
      ]),
    ]);
    const stored = await given.storedOf(key);
    expect(stored.map(({ id }) => [id.readUIntBE(4, 6), id.readUIntBE(10, 6)])).toEqual([
      [noon - 2, 1],
      [noon - 1, 2],
      [noon, 3],
    ]);
    expect(stored[0]).toMatchObject({ c1: 20, c2: 4.5, b: 3.7, r: 2 });
    await until(() => given.announced.get(name)?.length === 3);
    expect(
      given.announced.get(name)!.map(({ minimum, maximum, average }) => [minimum[0], maximum[0], average[0]]),
    ).toEqual([
      [20, 20, 20],
      [10, 20, 15],
      [5, 30, 20],
    ]);
    expect(given.announced.get(name)![0]).toMatchObject({
      id: stored[0]!.id.toString('base64url'),
      receivedAt: noon,
      timestamp: noon - 2,
      late: false,
      clockReplaced: false,
      current: [20, 4.5, null, null],
      battery: 3.7,
      rawOffset: Number(first.offset),
    });
  });

  it('is announced after older readings of its message, and after preceding readings of its time', async () => {
    const { name, add } = given.device();
    await add();
    const now = Date.now();
    await given.running.handle([
      message(
        name,
        [
          { TC1: 5, timestamp: 1_000 },
          { TC1: 3, timestamp: now - 1_000 },
          { TC1: 1, timestamp: now - 3_000 },
          { TC1: 2, timestamp: now - 2_000 },
          { TC1: 6 },
          { TC1: 4, timestamp: now - 1_000 },
        ],
        { receivedAt: now },
      ),
    ]);
    await until(() => given.announced.get(name)?.length === 6);
    expect(given.announced.get(name)!.map(({ current: [value] }) => value)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('is marked as a test only if the bridge says so, not the device', async () => {
    const { name, key, add } = given.device();
    await add();
    await given.running.handle([
      message(name, { TC1: 20 }, { isTest: true }),
      message(name, { TC1: 21, test: true, t: true, isTest: 'true' }),
    ]);
    await until(() => given.announced.get(name)?.length === 2);
    const marks = given.announced.get(name)!.map(({ current, test }) => [current[0], test]);
    expect(marks).toEqual([
      [20, true],
      [21, undefined],
    ]);
    expect((await given.storedOf(key)).map(({ c1, t }) => [c1, t]).sort()).toEqual([
      [20, true],
      [21, undefined],
    ]);
  });

  it('that arrives long after its time is marked as late', async () => {
    const { name, add } = given.device();
    await add();
    const receivedAt = Date.now();
    await given.running.handle([
      message(name, { TC1: 1, timestamp: receivedAt - 15 * 60_000 }, { receivedAt }),
      message(name, { TC1: 1, timestamp: receivedAt - 15 * 60_000 - 1 }, { receivedAt }),
    ]);
    await until(() => given.announced.get(name)?.length === 2);
    expect(given.announced.get(name)!.map(({ late }) => late)).toEqual([false, true]);
  });

  it('of an unknown device becomes a dead letter with the reason, and the next one is stored', async () => {
    const [unknown, known] = [given.device(), given.device()];
    await known.add();
    const topic = `plant/${unknown.name}/data`;
    await given.running.handle([
      message(unknown.name, { TC1: 1 }),
      message(unknown.name, { TC1: 1 }, { topic }),
      message(known.name, { TC1: 1 }),
    ]);
    expect(await given.storedOf(known.key)).toHaveLength(1);
    await until(() => given.deadLetters.get(unknown.name)?.length === 2);
    const [ofDevice, ofOutsideBroker] = given.deadLetters.get(unknown.name)!;
    expect(ofDevice).toMatchObject({ reason: 'there is no such device' });
    expect([ofDevice!.topic, ofOutsideBroker!.topic]).toEqual([undefined, topic]);
  });

  it('that comes after its time to be kept becomes a dead letter with the reason, and the other readings are stored', async () => {
    const { name, key, add } = given.device();
    await add();
    const process = await GivenProcess.on(given.database, { READINGS_KEPT_DAYS: 30 });
    const at = (daysAgo: number) => Date.now() - daysAgo * 24 * 3_600_000;
    const readings = [32, 29, 32, 0].map((daysAgo, seq) => ({ TC1: 1, timestamp: at(daysAgo), seq }));
    await process.handle([message(name, readings), message(name, { TC1: 1, timestamp: at(500), seq: 9 })]);
    expect((await given.storedOf(key)).map(({ id }) => id.readUIntBE(10, 6)).sort()).toEqual([1, 3, 9]);
    await until(() => given.deadLetters.has(name));
    const reason = '2 of its readings are older than the 30 days for which readings are kept';
    expect(given.deadLetters.get(name)).toMatchObject([{ reason }]);
    await process.kill();
  });

  it('of a device that another process has just created is stored', async () => {
    const made = given.device();
    await made.add();
    await given.running.handle([message(made.name, { TC1: 1 })]);
    expect(await given.storedOf(made.key)).toHaveLength(1);
  });

  it("under a reused name is not mixed with the former device's readings", async () => {
    const former = given.device();
    await former.add();
    await given.running.handle([message(former.name, { TC1: 1, timestamp: 1_795_000_000_000, seq: 1 })]);
    await former.remove();
    const latter = given.device({}, former.name);
    await latter.add();
    const other = await GivenProcess.on(given.database);
    await other.handle([message(former.name, { TC1: 2, timestamp: 1_795_000_000_000, seq: 1 })]);
    await other.kill();
    expect((await given.storedOf(latter.key)).map(({ c1 }) => c1)).toEqual([2]);
    expect((await given.storedOf(former.key)).map(({ c1 }) => c1)).toEqual([1]);
  });
});

describe('an open page', () => {
  it('gets each reading of a device, and close ones in one message', async () => {
    const { name, add } = given.device();
    await add();
    const nats = await connectNats(servers().natsUrl, 'spec');
    const seen: LiveReading[] = [];
    let messages = 0;
    nats.subscribe(LIVE_SUBJECTS.readings, {
      callback: (_error, update) => {
        const shown = update.json<LiveReading[]>().filter(({ reading }) => reading.deviceName === name);
        if (shown.length > 0) messages += 1;
        seen.push(...shown);
      },
    });
    await nats.flush();
    await given.running.handle([message(name, { TC1: 0, seq: 0 })]);
    let seq = 0;
    const sendNext = () => given.running.handle([message(name, { TC1: ++seq, seq })]);
    const shown = () => seen.map(({ reading }) => reading.current[0]!);
    await until(async () => {
      nats.publish(LIVE_SUBJECTS.interest);
      await sendNext();
      return seen.length > 0;
    });
    // On a busy machine they may not follow closely every time.
    await until(async () => {
      nats.publish(LIVE_SUBJECTS.interest);
      for (let count = 0; count < 5; count++) await sendNext();
      await until(() => shown().at(-1) === seq);
      return messages < seen.length;
    });
    const first = shown()[0]!;
    expect(shown()).toEqual(Array.from({ length: seq - first + 1 }, (_, index) => first + index));
    expect(seen[0]).toMatchObject({
      audience: { managerId: 'm1', assistantIds: [] },
      reading: { deviceName: name },
    });
    await nats.close();
  });

  it('still gets readings after the clock was set back a day', async () => {
    const { name, add } = given.device();
    await add();
    const nats = await connectNats(servers().natsUrl, 'spec');
    const seen: (number | null)[] = [];
    nats.subscribe(LIVE_SUBJECTS.readings, {
      callback: (_error, update) => {
        for (const { reading } of update.json<LiveReading[]>())
          if (reading.deviceName === name) seen.push(reading.current[0]!);
      },
    });
    await nats.flush();
    let value = 0;
    const isShownNext = async () => {
      nats.publish(LIVE_SUBJECTS.interest);
      await given.running.handle([message(name, { TC1: ++value })]);
      return until(() => seen.includes(value), { timeoutMs: 1_000 });
    };
    await until(isShownNext);
    const trueNow = Date.now;
    jest.spyOn(Date, 'now').mockImplementation(() => trueNow() - 86_400_000);
    await until(isShownNext);
    await nats.close();
  });
});

describe('poison', () => {
  it('becomes dead letters with a reason each, and the readings beside it are stored', async () => {
    const { name, key, add } = given.device();
    await add();
    const batch = POISON.flatMap(({ payload }, index) => [
      message(name, payload),
      message(name, { TC1: index, seq: index }),
    ]);
    await given.running.handle(batch);
    expect((await given.storedOf(key)).map(({ c1 }) => c1).sort((a, b) => a! - b!)).toEqual(
      POISON.map((_, index) => index),
    );
    await until(() => given.deadLetters.get(name)?.length === POISON.length);
    for (const { reason, payload } of given.deadLetters.get(name)!) {
      expect(reason).toEqual(expect.any(String));
      expect(Buffer.from(payload, 'base64').length).toBeLessThanOrEqual(4_096);
    }
  });

  it('with an impossible time of arrival becomes a dead letter', async () => {
    const { name, key, add } = given.device();
    await add();
    const at = (receivedAt: number) => message(name, { TC1: 1 }, { receivedAt });
    await given.running.handle([at(2 ** 48), at(1e300), at(-5), at(Number.NaN), at(12.5), at(Date.now())]);
    expect(await given.storedOf(key)).toHaveLength(1);
    await until(() => given.deadLetters.get(name)?.length === 5);
    for (const { reason } of given.deadLetters.get(name)!)
      expect(reason).toBe('its time of arrival is impossible');
  });

  it('without a key or a payload does no harm', async () => {
    const { name, key, add } = given.device();
    await add();
    const nameless = { ...message(name, ''), key: null, value: null, headers: {} } as unknown as RawMessage;
    await given.running.handle([nameless, { ...message(name, ''), value: null }, message(name, { TC1: 1 })]);
    expect(await given.storedOf(key)).toHaveLength(1);
  });
});
