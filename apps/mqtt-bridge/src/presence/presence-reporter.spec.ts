import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { RequestOf } from '@telemon/contracts/call';
import { PRESENCES_PER_MESSAGE, presence } from '@telemon/contracts/devices/presence';
import { unavailable } from '@telemon/platform/errors';
import { Lifecycle } from '@telemon/platform/lifecycle';
import type { Asker } from '@telemon/platform/messaging/asker';
import { PresenceReporter } from './presence-reporter.ts';

type Message = RequestOf<typeof presence.tell>;

const PUMP = { deviceName: 'pump01', deviceKey: 1 };
const TANK = { deviceName: 'tank_02', deviceKey: 2 };
const CONNECTION = { since: 1_000, address: '10.0.0.7', version: 5, tls: false } as const;

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** The devices service, as far as a replica reports to it. */
class Listener {
  readonly messages: Message[] = [];
  isAway = false;
  /** Ids of replicas that count as gone. */
  readonly gone = new Set<string>();

  readonly ask = async (_call: unknown, request: unknown) => {
    const message = presence.tell.request.parse(request);
    if (this.isAway) throw unavailable();
    this.messages.push(message);
    return { isKnown: !this.gone.has(message.replica) };
  };

  /** The reports about devices, without the messages that only say that the replica is there. */
  get reports() {
    return this.messages.flatMap(({ devices = [] }) => devices);
  }
}

const given = async () => {
  const listener = new Listener();
  const lifecycle = new Lifecycle();
  const reporter = new PresenceReporter(listener as unknown as Asker, lifecycle);
  await lifecycle.start();
  return { listener, lifecycle, reporter };
};
const aSecond = () => jest.advanceTimersByTimeAsync(1_000);

describe('a replica', () => {
  it('begins, reports every few seconds that it is there, and leaves', async () => {
    const { listener, lifecycle } = await given();
    for (let second = 0; second < 12; second++) await aSecond();
    await lifecycle.stop();
    const { messages } = listener;
    expect(messages.map(({ phase }) => phase)).toEqual(['begins', 'stays', 'stays', 'stays', 'leaves']);
    expect(new Set(messages.map(({ replica }) => replica)).size).toBe(1);
    const numbers = messages.map(({ number }) => number);
    expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
  });

  it('reports all its connections under another id if it was given up', async () => {
    const { listener, reporter } = await given();
    reporter.connected(PUMP, CONNECTION);
    reporter.connected(TANK, CONNECTION);
    await aSecond();
    const [{ replica }] = listener.messages as [Message];
    listener.gone.add(replica);
    reporter.disconnected(TANK);
    await aSecond();
    const again = listener.messages.filter((message) => message.replica !== replica);
    expect(again.map(({ phase }) => phase)).toEqual(['begins', 'stays']);
    expect(again[1]!.devices).toEqual(
      expect.arrayContaining([
        { ...PUMP, connection: { ...CONNECTION, endedAt: null } },
        { ...TANK, connection: { ...CONNECTION, endedAt: expect.any(Number) } },
      ]),
    );
    expect(again[1]!.devices).toHaveLength(2);
  });
});

describe('the report about a device', () => {
  it('has the newest connection and the newest refusal, within a second', async () => {
    const { listener, reporter } = await given();
    reporter.connected(PUMP, CONNECTION);
    reporter.disconnected(PUMP);
    reporter.refused(PUMP, 'bad-login', '10.0.0.9');
    reporter.refused(PUMP, 'rate');
    reporter.connected(PUMP, { ...CONNECTION, since: 2_000 });
    expect(listener.messages).toEqual([]);
    await aSecond();
    expect(listener.reports).toEqual([
      {
        ...PUMP,
        connection: { ...CONNECTION, since: 2_000, endedAt: null },
        refused: { because: 'rate', at: expect.any(Number), address: null },
      },
    ]);
  });

  it('has no normal end, no takeover and nothing of a test reading as a refusal', async () => {
    const { listener, reporter } = await given();
    for (const normal of ['lost', 'disconnect', 'shutting-down', 'taken-over'])
      reporter.refused(PUMP, normal);
    reporter.refused({ ...PUMP, isTest: true }, 'topic-blocked');
    await aSecond();
    expect(listener.reports).toEqual([]);
  });

  it('is kept while the devices service is away, and gives way to a newer one', async () => {
    const { listener, reporter } = await given();
    listener.isAway = true;
    reporter.connected(PUMP, CONNECTION);
    reporter.connected(TANK, CONNECTION);
    reporter.refused(TANK, 'rate');
    await aSecond();
    reporter.disconnected(TANK);
    listener.isAway = false;
    for (let second = 0; second < 6; second++) await aSecond();
    expect(listener.reports).toHaveLength(2);
    expect(listener.reports).toEqual(
      expect.arrayContaining([
        { ...PUMP, connection: { ...CONNECTION, endedAt: null } },
        {
          ...TANK,
          connection: { ...CONNECTION, endedAt: expect.any(Number) },
          refused: { because: 'rate', at: expect.any(Number), address: null },
        },
      ]),
    );
  });

  it('goes in few messages, one after the other, although ten thousand devices connect at once', async () => {
    const { listener, reporter } = await given();
    const devices = 10_000;
    for (let count = 0; count < 3; count++)
      for (let deviceKey = 1; deviceKey <= devices; deviceKey++)
        reporter.connected({ deviceName: `dev${deviceKey}`, deviceKey }, CONNECTION);
    await aSecond();
    expect(listener.reports).toHaveLength(4 * PRESENCES_PER_MESSAGE);
    for (let second = 0; second < 9; second++) await aSecond();
    expect(listener.reports).toHaveLength(devices);
    expect(new Set(listener.reports.map(({ deviceKey }) => deviceKey)).size).toBe(devices);
    expect(listener.messages).toHaveLength(1 + devices / PRESENCES_PER_MESSAGE);
  });
});
