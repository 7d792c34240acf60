import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import type { UdpRoute } from '@telemon/contracts/udp-router/udp-routes';
import { until } from '@telemon/testing/waiting';
import { MosquittoBroker } from '../../../tools/test/mosquitto-broker.ts';
import { ADMIN, GivenRoutes } from './given-routes.ts';

export const PRE_POST = {
  prePostEnable: true,
  connectMessage: '{"online":true}',
  disconnectMessage: '{"online":false}',
  connectTopic: 'gateway/state',
  disconnectTopic: 'gateway/state',
  connectRetain: true,
  disconnectRetain: true,
};

/** For each test of a file a device of its own, a replica that forwards its datagrams, and brokers that end with the test. */
export class ForwardingStage {
  given!: GivenRoutes;
  device = '';
  /** Brokers that end with the test. */
  readonly brokers: { stop(): Promise<unknown> }[] = [];

  constructor() {
    beforeAll(async () => {
      this.given = await GivenRoutes.withEndpoint();
    });
    beforeEach(async () => {
      this.device = await this.given.device();
      await this.given.addReplica();
    });
    afterEach(async () => {
      await this.given.clear();
      await Promise.all(this.brokers.splice(0).map((broker) => broker.stop()));
    });
    afterAll(() => this.given.stop());
  }

  readonly startBroker = async (settings: Parameters<typeof MosquittoBroker.start>[0] = {}) => {
    const broker = await MosquittoBroker.start(settings);
    this.brokers.push(broker);
    return broker;
  };

  readonly stopBroker = async (broker: MosquittoBroker): Promise<void> => {
    this.brokers.splice(this.brokers.indexOf(broker), 1);
    await broker.stop();
  };

  readonly create = (target: { host: string; port: number }, extras: object = {}): Promise<UdpRoute> =>
    this.given.routes.create(ADMIN, this.given.request(this.device, target, extras));

  readonly shown = async ({ id }: UdpRoute): Promise<UdpRoute> => (await this.given.route(id))!;

  readonly has = (route: UdpRoute, name: UdpRoute['state']['name']) =>
    until(async () => (await this.shown(route)).state.name === name, { what: `${name} as a state` });

  /** Sends numbered datagrams; returns their payloads. */
  readonly sendSome = async (count: number, first = 0, from = this.device): Promise<string[]> => {
    const payloads = Array.from({ length: count }, (_, index) => `${from},TC1=${first + index}`);
    for (const payload of payloads) await this.given.send(payload);
    return payloads;
  };

  /** Sends datagrams until the route forwards them: the rule is in force then. */
  readonly untilInForce = (broker: MosquittoBroker, topic = 'plant/pumps', from = this.device) =>
    until(async () => {
      await this.given.send(`${from},warm=up`);
      return broker.on(topic).length > 0;
    });

  /** The payloads that arrived, without warm-ups and without repetitions. */
  readonly arrived = (broker: MosquittoBroker, topic = 'plant/pumps'): string[] => [
    ...new Set(broker.on(topic).filter((text) => !text.endsWith('warm=up'))),
  ];
}
