import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type UnknownName, unknownDevices } from '@telemon/contracts/logs/unknown-devices';
import { Lifecycle } from '@telemon/platform/lifecycle';
import type { Asker } from '@telemon/platform/messaging/asker';
import { UnknownDevices } from './unknown-devices.ts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** The unknown devices of an edge, and the names in each message to the logs service. */
const givenUnknown = async (answer: () => Promise<null> = async () => null) => {
  const sent: UnknownName[][] = [];
  const ask = (_call: unknown, request: unknown) => {
    sent.push(unknownDevices.tell.request.parse(request).names);
    return answer();
  };
  const lifecycle = new Lifecycle();
  const unknown = new UnknownDevices({ ask } as unknown as Asker, lifecycle, 'udp');
  await lifecycle.start();
  return { unknown, sent };
};
const aSecond = () => jest.advanceTimersByTimeAsync(1_000);

describe('the names that no device has', () => {
  it('are reported once a second, with their count and the beginning of a payload as it was', async () => {
    const { unknown, sent } = await givenUnknown();
    const payload = Buffer.alloc(2_000, 'x');
    for (let number = 0; number < 1_000; number++) unknown.add('tank_02', payload);
    payload.fill('y');
    unknown.add('pump01');
    expect(sent).toEqual([]);
    await aSecond();
    expect(sent).toEqual([
      [
        { deviceName: 'tank_02', count: 1_000, sample: { data: 'x'.repeat(512), bytes: 2_000 } },
        { deviceName: 'pump01', count: 1 },
      ],
    ]);
    await aSecond();
    expect(sent).toHaveLength(1);
  });

  it('are at most 50 in a message, however many come', async () => {
    const { unknown, sent } = await givenUnknown();
    for (let number = 0; number < 10_000; number++) unknown.add(`made-up-${number}`, Buffer.from('{'));
    unknown.add('made-up-0');
    await aSecond();
    expect(sent[0]).toHaveLength(50);
    expect(sent[0]![0]).toMatchObject({ deviceName: 'made-up-0', count: 2 });
  });

  it('are reported again after a message has failed, and not before', async () => {
    const answers = Promise.withResolvers<null>();
    const { unknown, sent } = await givenUnknown(() => answers.promise);
    unknown.add('pump01');
    await aSecond();
    for (let second = 0; second < 5; second++) {
      unknown.add('pump01');
      await aSecond();
    }
    expect(sent).toHaveLength(1);
    answers.reject(new Error('no answer'));
    await aSecond();
    expect(sent[1]).toEqual([{ deviceName: 'pump01', count: 5 }]);
  });
});
