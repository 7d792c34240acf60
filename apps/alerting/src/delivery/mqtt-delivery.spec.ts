import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MqttAlertMessage } from '@telemon/contracts/alerting/mqtt-message';
import { aDevice } from '@telemon/testing/builders';
import { CONNACK, FakeBroker } from '@telemon/testing/fake-broker';
import type { StartedService } from '@telemon/testing/service';
import { until } from '@telemon/testing/waiting';
import { MosquittoBroker } from '../../../../tools/test/mosquitto-broker.ts';
import { GivenDelivery } from '../../testing/given-delivery.ts';
import { DeliveryService } from './delivery.service.ts';
import { NoticesRepository } from './notices.repository.ts';
import { Sweep } from './sweep.ts';
import { Waker } from './waker.ts';

let given: GivenDelivery;
/** A replica that may connect to public addresses alone. */
let strict: StartedService;
/** The others may connect to the brokers of the spec. */
let replica: StartedService;
let brokers: { stop(): Promise<void> }[];

beforeAll(async () => {
  given = await GivenDelivery.prepare();
});
beforeEach(async () => {
  brokers = [];
  await given.begin();
  strict = given.service;
  given.service = replica = await given.startReplica({ OUTBOUND_ALLOW: '127.0.0.0/8' });
});
afterEach(async () => {
  await Promise.all(brokers.map((broker) => broker.stop()));
  // An attempt under way would wait for a database that is gone.
  await until(async () => (await given.notices.countDocuments({ ticket: { $exists: true } })) === 0);
  await given.end();
});
afterAll(() => given.drop());

const startBroker = async (options: Parameters<typeof FakeBroker.start>[0] = {}) => {
  const broker = await FakeBroker.start(options);
  brokers.push(broker);
  return broker;
};
const targetOf = ({ address, port }: FakeBroker) => ({ host: address, port, topic: 'alerts' });
const mqttOf = async (entryId: string) => (await given.deliveryOf(entryId)).mqtt;
const wakeUp = () => {
  const delivery = replica.get(DeliveryService);
  replica.get(Waker).start((lane, id) => delivery.deliver(lane, id));
  return until(() => replica.get(Waker).isReady);
};

describe('a notice over MQTT', () => {
  it('reaches the topic of the broker that the alert names', async () => {
    const broker = await MosquittoBroker.start();
    brokers.push(broker);
    const device = aDevice({ deviceAlias: 'Cold room 2' });
    const target = { host: broker.host, port: broker.port, topic: 'plant/alerts' };
    const entryId = await given.fire({ device, mqtt: target, text: 'It is hot' });
    await given.deliver(entryId);
    expect(await mqttOf(entryId)).toMatchObject({ state: 'sent', reason: null });
    await until(() => broker.messages.length === 1);
    const [{ text, ...message }] = broker.messages as [(typeof broker.messages)[number]];
    expect(message).toEqual({ topic: 'plant/alerts', qos: 1, retain: false });
    expect(MqttAlertMessage.parse(JSON.parse(text))).toMatchObject({
      deviceName: device.deviceName,
      deviceAlias: 'Cold room 2',
      value: 12.5,
      message: 'It is hot',
      repeated: false,
    });
  });

  it('fails at once for a host that is not public, and is not tried again', async () => {
    const broker = await startBroker();
    const entryId = await given.fire({ mqtt: targetOf(broker) });
    await given.deliver(entryId, strict);
    expect(await mqttOf(entryId)).toMatchObject({
      state: 'failed',
      reason: 'Telemon may not connect to this host: its address is not public',
    });
    expect((await given.ofEntry(entryId))[0]).not.toHaveProperty('dueAt');
    expect(broker.connections).toBe(0);
  });

  it('waits for a broker that refuses the connection', async () => {
    const gone = await startBroker();
    await gone.stop();
    brokers.pop();
    const entryId = await given.fire({ mqtt: targetOf(gone) });
    await given.deliver(entryId);
    expect(await mqttOf(entryId)).toMatchObject({
      state: 'queued',
      reason: 'The MQTT broker refused the connection',
    });
    const back = await startBroker({ address: gone.address, port: gone.port });
    await until(
      async () => {
        await given.deliver(entryId);
        return (await mqttOf(entryId)).state === 'sent';
      },
      { everyMs: 50 },
    );
    expect(back.published.map(({ payload }) => JSON.parse(payload))).toMatchObject([{ repeated: false }]);
  });

  it('says that it may be a second copy if the broker did not acknowledge the first', async () => {
    let isGood = false;
    const broker = await startBroker({
      answers: (packet, socket) => {
        if (packet.cmd === 'connect') socket.write(CONNACK);
        else if (packet.cmd === 'publish') {
          if (isGood) socket.write(Buffer.from([0x40, 2, packet.messageId! >> 8, packet.messageId! & 0xff]));
          else socket.destroy();
        }
      },
    });
    const entryId = await given.fire({ mqtt: targetOf(broker) });
    await given.deliver(entryId);
    isGood = true;
    await until(
      async () => {
        await given.deliver(entryId);
        return (await mqttOf(entryId)).state === 'sent';
      },
      { everyMs: 50 },
    );
    const copies = broker.published.map(({ payload }) => JSON.parse(payload) as MqttAlertMessage);
    expect(copies.map(({ repeated }) => repeated)).toEqual([false, true]);
    expect(new Set(copies.map(({ id }) => id)).size).toBe(1);
  });

  it('does not count against the limits of SMS and e-mail', async () => {
    const broker = await startBroker();
    const device = aDevice({ smsLimit: 0, emailLimit: 0 });
    const entryId = await given.fire({ device, contact: '+15005550007', mqtt: targetOf(broker) });
    await given.deliver(entryId);
    expect(await given.deliveryOf(entryId)).toMatchObject({
      sms: { state: 'held' },
      mqtt: { state: 'sent' },
    });
  });

  it('is held beyond the limit of its broker’s host in the day, for each manager by itself', async () => {
    const broker = await startBroker();
    const other = await startBroker({ address: broker.address });
    given.service = await given.startReplica({ MQTT_DAY_LIMIT: '2', OUTBOUND_ALLOW: '127.0.0.0/8' });
    const [device, foreign] = [aDevice(), aDevice({ managerId: 'm2' })];
    const states = [];
    for (const [of, to] of [
      [device, broker],
      [device, other],
      [device, broker],
      [foreign, broker],
    ] as const) {
      const entryId = await given.fire({ device: of, mqtt: targetOf(to) });
      const { state, reason } = await mqttOf(entryId);
      states.push([state, reason]);
    }
    expect(states).toEqual([
      ['queued', null],
      ['queued', null],
      ['held', 'The limit of 2 MQTT messages a day to this host is used up'],
      ['queued', null],
    ]);
  });
});

const DEAD_ONES = 30;

describe('a broker that is dead', () => {
  it('delays neither other brokers nor SMS nor e-mail', async () => {
    await wakeUp();
    const dead = await startBroker({ answers: () => undefined });
    const live = await startBroker();
    await Promise.all(Array.from({ length: DEAD_ONES }, () => given.fire({ mqtt: targetOf(dead) })));
    await until(() => dead.connections > 0);
    const entries = await Promise.all(
      Array.from({ length: 3 }, () =>
        given.fire({ contact: '+15005550007', email: 'on-call@example.com', mqtt: targetOf(live) }),
      ),
    );
    await until(async () => {
      const deliveries = await Promise.all(entries.map((id) => given.deliveryOf(id)));
      return deliveries.every(({ sms, email, mqtt }) =>
        [sms, email, mqtt].every(({ state }) => state === 'sent'),
      );
    });
    // Otherwise, they would wait for an attempt with each notice to the dead broker.
    expect(dead.connections).toBeLessThan(DEAD_ONES);
    expect(live.published).toHaveLength(3);
  });

  it('is left alone after some failures, while the sweep sends the due notices of others', async () => {
    const gone = await startBroker();
    await gone.stop();
    brokers.pop();
    const live = await startBroker();
    const lost = await Promise.all(Array.from({ length: 8 }, () => given.fire({ mqtt: targetOf(gone) })));
    for (const entryId of lost) await given.deliver(entryId);
    const delivery = replica.get(DeliveryService);
    expect(delivery.isLeftAlone(`mqtt:${gone.recipient}`)).toBe(true);
    expect(delivery.isLeftAlone(`mqtt:${live.recipient}`)).toBe(false);
    // Its notices without an attempt are due, and are left out.
    const due = await replica
      .get(NoticesRepository)
      .due('mqtt', [{ lane: `mqtt:${gone.recipient}` }], 0, 500);
    expect(due).toEqual([]);
    expect((await replica.get(NoticesRepository).due('mqtt', [], 0, 500)).length).toBeGreaterThan(0);
    const entryId = await given.fire({ mqtt: targetOf(live) });
    await until(async () => {
      await replica.get(Sweep).sweep(0);
      return (await mqttOf(entryId)).state === 'sent';
    });
  });
});
