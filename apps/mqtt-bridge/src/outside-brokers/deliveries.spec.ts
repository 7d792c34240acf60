import { describe, expect, it } from '@jest/globals';
import { Deliveries, type Delivery } from './deliveries.ts';
import type { BrokerMessage } from './message-stream.ts';

const message = (packetId: number, changes: Partial<BrokerMessage> = {}): BrokerMessage => ({
  topic: 'plant/pump01/data',
  payload: Buffer.from('12345'),
  bytes: 5,
  qos: packetId === 0 ? 0 : 1,
  packetId,
  isDuplicate: false,
  isRetained: false,
  ...changes,
});

const given = ({ messages = 4, bytes = 1_000, hasRoom = (): boolean => true } = {}) => {
  /** The packet ids of each write. */
  const written: (readonly number[])[] = [];
  const held: boolean[] = [];
  const line = {
    acknowledge: (packetIds: readonly number[]) => void written.push(packetIds),
    hold: () => void held.push(true),
    release: () => void held.push(false),
  };
  const deliveries = new Deliveries(line, { messages, bytes }, hasRoom);
  const begin = (packetId: number) => deliveries.begin(message(packetId))!;
  return { written, held, deliveries, begin };
};
const end = async (...ended: Delivery[]) => {
  for (const delivery of ended) delivery.end();
  await Promise.resolve();
};

describe('the messages of a connection', () => {
  it('are acknowledged in the order of their arrival, in one write if they end together', async () => {
    const { written, begin } = given();
    const [one, two, three] = [begin(1), begin(2), begin(3)];
    await end(three, two);
    expect(written).toEqual([]);
    await end(one);
    expect(written).toEqual([[1, 2, 3]]);
  });

  it('get no acknowledgement with QoS 0, nor after their connection has ended', async () => {
    const { written, deliveries, begin } = given();
    const [atMostOnce, later] = [begin(0), begin(7)];
    await end(atMostOnce);
    deliveries.close();
    await end(later);
    expect(written).toEqual([]);
  });

  it('hold their connection while too many are under way, and release it once half of them have ended', async () => {
    const { held, begin } = given({ messages: 2 });
    const [one, two, three] = [begin(1), begin(2), begin(3)];
    expect(held).toEqual([true]);
    await end(one);
    expect(held).toEqual([true]);
    await end(two, three);
    expect(held).toEqual([true, false]);
  });

  it('hold their connection, too, while the first one keeps later ones from being acknowledged', async () => {
    const { held, begin } = given({ messages: 2 });
    const first = begin(1);
    for (const packetId of [2, 3]) await end(begin(packetId));
    expect(held).toEqual([true]);
    await end(first);
    expect(held).toEqual([true, false]);
  });

  it('hold their connection while they are too large together, or there is no room for more', async () => {
    const large = given({ bytes: 9 });
    large.begin(1);
    expect(large.held).toEqual([]);
    large.begin(2);
    expect(large.held).toEqual([true]);
    let hasRoom = false;
    const full = given({ hasRoom: () => hasRoom });
    await end(full.begin(1));
    expect(full.held).toEqual([true]);
    hasRoom = true;
    full.deliveries.adjust();
    expect(full.held).toEqual([true, false]);
  });

  it('are taken once if the broker sends a copy while they are under way', () => {
    const { deliveries, begin } = given();
    begin(5);
    expect(deliveries.begin(message(5, { isDuplicate: true }))).toBeNull();
  });

  it('are void once their connection has ended, unless they are on their way to Kafka', async () => {
    const { deliveries, begin } = given();
    const [waiting, stored] = [begin(1), begin(2)];
    stored.store();
    deliveries.close();
    expect([waiting.isVoid, stored.isVoid]).toEqual([true, false]);
    let isIdle = false;
    const idle = deliveries.idle().then(() => (isIdle = true));
    await Promise.resolve();
    expect(isIdle).toBe(false);
    stored.end();
    await idle;
    expect(isIdle).toBe(true);
  });
});
