import { describe, expect, it, jest } from '@jest/globals';
import { Kafka } from '@telemon/platform/kafka/kafka';
import { collectRawMessages } from '@telemon/testing/raw-messages';
import { until } from '@telemon/testing/waiting';
import type { MosquittoBroker } from '../../../../tools/test/mosquitto-broker.ts';
import { ForwardingStage, PRE_POST } from '../../testing/forwarding-stage.ts';
import type { RouteDocument } from './route-document.ts';
import { UdpRoutesRepository } from './udp-routes.repository.ts';

const stage = new ForwardingStage();
const { startBroker, create, sendSome, untilInForce, arrived } = stage;

describe('a replica that loses its lease', () => {
  /** Expects no further datagram until the lease is free again, then all of them, in their order. */
  const goesOnWhere = async (broker: MosquittoBroker, sent: string[]) => {
    await until(() => broker.on('gateway/state').at(-1) === '{"online":false}');
    sent.push(...(await sendSome(50, sent.length)));
    expect(arrived(broker)).toEqual(sent.slice(0, -50));
    await stage.given.freeLease();
    await until(() => arrived(broker).length >= sent.length);
    expect(arrived(broker)).toEqual(sent);
  };

  it('forwards no more, without a goodbye, until it has the lease again', async () => {
    const broker = await startBroker();
    await create(broker, PRE_POST);
    await untilInForce(broker);
    const sent = await sendSome(50);
    await until(() => arrived(broker).length === 50);
    await stage.given.takeLease();
    await goesOnWhere(broker, sent);
  });

  it('forwards no more at once, also while its database does not answer', async () => {
    const broker = await startBroker();
    await create(broker, PRE_POST);
    await untilInForce(broker);
    const sent = await sendSome(50);
    await until(() => arrived(broker).length === 50);
    const answered = Promise.withResolvers<RouteDocument[]>();
    const allRoutes = jest
      .spyOn(stage.given.replica.get(UdpRoutesRepository), 'all')
      .mockReturnValue(answered.promise);
    await until(() => allRoutes.mock.calls.length > 0);
    await stage.given.takeLease();
    await until(() => broker.on('gateway/state').at(-1) === '{"online":false}');
    allRoutes.mockRestore();
    answered.resolve([]);
    await goesOnWhere(broker, sent);
  });
});

describe('the first route of an installation', () => {
  it('forwards the datagrams since it was added, also if the replica that had to begin was killed', async () => {
    await stage.given.clear();
    await stage.given.database.db.collection('udp_route_reader').deleteMany({});
    await stage.given.takeLease();
    await stage.given.addReplica();
    const broker = await startBroker();
    await create(broker);
    const stored = await collectRawMessages(stage.given.replica.get(Kafka));
    const sent = await sendSome(20);
    await until(() => stored.filter(({ deviceName }) => deviceName === stage.device).length === sent.length);
    await stage.given.freeLease();
    await until(() => arrived(broker).length >= sent.length);
    expect(arrived(broker)).toEqual(sent);
  });
});
