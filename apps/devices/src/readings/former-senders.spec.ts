import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { LiveReading } from '@telemon/contracts/gateway/live';
import { LIVE_SUBJECTS } from '@telemon/contracts/topics';
import { connectNats } from '@telemon/platform/messaging/nats';
import { servers } from '@telemon/testing/servers';
import { until } from '@telemon/testing/waiting';
import { GivenReadings, message } from '../../testing/given-readings.ts';

let given: GivenReadings;
beforeAll(async () => {
  given = await GivenReadings.start();
});
afterEach(() => void jest.restoreAllMocks());
afterAll(() => given.stop());

describe('a reading of a former login', () => {
  it('is put aside if it came after the endpoint should have ended the connection', async () => {
    const { name, key, add, renewLogin } = given.device();
    const [former, present] = ['the first password', 'another password'];
    const sentBy = (password: string, seq: number, receivedAt = Date.now()) =>
      message(name, { TC1: seq, seq }, { deviceKey: key, password, receivedAt });
    await add();
    await given.running.handle([sentBy(former, 1)]);
    const changedAt = Date.now();
    await renewLogin(present, new Date(changedAt));
    // This process doesn't know of the change yet; a message with the present login makes it look.
    await given.running.handle([
      sentBy(present, 2),
      sentBy(former, 3, changedAt + 1_000),
      sentBy(former, 4, changedAt + 3_000),
      sentBy(present, 5, changedAt + 3_000),
    ]);
    const seqs = (await given.storedOf(key)).map(({ id }) => id.readUIntBE(10, 6));
    expect(seqs.sort()).toEqual([1, 2, 3, 5]);
    await until(() => given.deadLetters.get(name)?.length === 1);
    expect(given.deadLetters.get(name)![0]).toMatchObject({ reason: 'its login had ended before it came' });
  });

  it('is put aside although another replica changed the password, and the fact is still behind the message', async () => {
    const { name, key, add, renewLogin } = given.device();
    await add();
    const sentBy = (password: string, seq: number, receivedAt: number) =>
      message(name, { TC1: seq, seq }, { deviceKey: key, password, receivedAt });
    await given.running.handle([sentBy('the first password', 1, Date.now())]);
    await renewLogin('another password');
    const { now } = Date;
    jest.spyOn(Date, 'now').mockImplementation(() => now() + 10_000);
    const waitedSince = Date.now() - 4_000;
    await given.running.handle([2, 3].map((seq) => sentBy('the first password', seq, waitedSince)));
    expect((await given.storedOf(key)).map(({ id }) => id.readUIntBE(10, 6))).toEqual([1]);
    await until(() => given.deadLetters.get(name)?.length === 2);
  });

  it('is put aside although the password was changed a second time before it was read', async () => {
    const { name, key, add, renewLogin } = given.device();
    await add();
    const sentBy = (password: string, seq: number, receivedAt: number) =>
      message(name, { TC1: seq, seq }, { deviceKey: key, password, receivedAt });
    const begun = Date.now();
    await given.running.handle([sentBy('the first password', 1, begun)]);
    const { now } = Date;
    let laterMs = 0;
    jest.spyOn(Date, 'now').mockImplementation(() => now() + laterMs);
    await renewLogin('the second password');
    laterMs = 10_000;
    await renewLogin('the third password', new Date(begun + laterMs));
    await given.running.handle([
      sentBy('the third password', 2, begun + 10_000),
      sentBy('the second password', 3, begun + 9_000),
      sentBy('the first password', 4, begun + 9_000),
      sentBy('the second password', 5, begun + 13_000),
    ]);
    expect((await given.storedOf(key)).map(({ id }) => id.readUIntBE(10, 6)).sort()).toEqual([1, 2, 3]);
    await until(() => given.deadLetters.get(name)?.length === 2);
  });
});

describe('a reading of a deleted device', () => {
  it('is never stored for a new device of the same name, however late it comes', async () => {
    const former = given.device();
    const anew = given.device({}, former.name);
    const sentBy = ({ key }: typeof former, value: number) =>
      message(former.name, { TC1: value, seq: value }, { deviceKey: key });
    await former.add();
    await given.running.handle([sentBy(former, 1)]);
    await former.remove();
    await anew.add();
    // This process doesn't know of the change yet, but the messages contain the key.
    await given.running.handle([sentBy(former, 2), sentBy(anew, 3), sentBy(former, 4)]);
    await given.running.handle([sentBy(former, 5), sentBy(anew, 6)]);
    expect((await given.storedOf(former.key)).map(({ id }) => id.readUIntBE(10, 6))).toEqual([1]);
    expect((await given.storedOf(anew.key)).map(({ id }) => id.readUIntBE(10, 6))).toEqual([3, 6]);
    await until(() => given.deadLetters.get(former.name)?.length === 3);
    expect(given.deadLetters.get(former.name)![0]).toMatchObject({
      reason: 'the device that sent it is gone, and another has its name',
    });
    await until(() => given.announced.get(former.name)?.length === 3);
    expect(await given.running.shown(anew.key)).toBe(6);
  });

  it('is not shown to users who see the new device of the same name', async () => {
    const former = given.device();
    const anew = given.device({ managerId: 'm2' }, former.name);
    const nats = await connectNats(servers().natsUrl, 'spec');
    const seen: LiveReading[] = [];
    nats.subscribe(LIVE_SUBJECTS.readings, {
      callback: (_error, update) => void seen.push(...update.json<LiveReading[]>()),
    });
    await nats.flush();
    const shown = () =>
      seen
        .filter(({ reading }) => reading.deviceName === former.name)
        .map(({ reading }) => reading.current[0]);
    let seq = 0;
    const send = ({ key }: typeof former, value: number) =>
      given.running.handle([message(former.name, { TC1: value, seq: ++seq }, { deviceKey: key })]);
    await former.add();
    await until(async () => {
      nats.publish(LIVE_SUBJECTS.interest);
      await send(former, 1);
      return shown().length > 0;
    });
    // This reading is throttled, as it follows closely; until it is due, the device is another.
    await send(former, 2);
    await former.remove();
    await anew.add();
    await send(anew, 3);
    await until(() => shown().includes(3));
    const seenByOther = seen.filter(({ audience }) => audience.managerId === 'm2');
    expect(seenByOther.map(({ reading }) => reading.current[0])).toEqual([3]);
    await nats.close();
  });

  it('is not stored if no device has its name now', async () => {
    const former = given.device();
    await former.add();
    await given.running.handle([message(former.name, { TC1: 1, seq: 1 }, { deviceKey: former.key })]);
    const next = given.device({}, former.name);
    await former.remove();
    // The message may even have a later key, of a device that is gone already.
    await given.running.handle([message(former.name, { TC1: 1, seq: 2 }, { deviceKey: next.key })]);
    await given.running.handle([message(former.name, { TC1: 1, seq: 3 }, { deviceKey: former.key })]);
    expect(await given.storedOf(former.key)).toHaveLength(1);
    await until(() => given.deadLetters.get(former.name)?.length === 2);
  });
});
