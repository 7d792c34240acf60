import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { proxyBeforeKafka } from '@telemon/testing/kafka-proxy';
import { makeTopic } from '@telemon/testing/kafka-topics';
import type { TcpProxy } from '@telemon/testing/tcp-proxy';
import { until } from '@telemon/testing/waiting';
import { Kafka as KafkaClient } from 'kafkajs';
import { randomUUID } from 'node:crypto';
import { logger } from '../logging.ts';
import { brokerAddresses } from './broker-addresses.ts';
import { Kafka } from './kafka.ts';

logger.level = 'silent';

const topic = `spec-${randomUUID()}`;

describe('a producer whose login Kafka refuses', () => {
  let proxy: TcpProxy;
  let kafka: Kafka;
  let admin: ReturnType<KafkaClient['admin']>;
  /** While true, the proxy changes the password of each login. */
  let isSpoiled = false;
  let refusals = 0;

  const spoilLogins = () => {
    isSpoiled = true;
    refusals = 0;
  };
  const isStored = async (count: number) => Number((await admin.fetchTopicOffsets(topic))[0]!.high) === count;

  beforeAll(async () => {
    const before = await proxyBeforeKafka();
    ({ proxy } = before);
    const { sasl } = brokerAddresses(before.brokers);
    const password = Buffer.from((sasl as { password: string }).password);
    const { beforePassing } = proxy;
    proxy.beforePassing = (bytes, from) => {
      beforePassing?.(bytes, from);
      const at = isSpoiled && from === 'client' ? bytes.indexOf(password) : -1;
      if (at < 0) return;
      bytes.write('?', at);
      refusals++;
    };
    kafka = new Kafka({ brokers: before.brokers, app: 'login-spec', partitions: 1 });
    admin = new KafkaClient({ ...brokerAddresses(before.brokers), logLevel: 0 }).admin();
    await admin.connect();
    await makeTopic(admin, topic);
  });

  afterEach(() => {
    isSpoiled = false;
  });

  afterAll(async () => {
    await kafka.close();
    await admin.deleteTopics({ topics: [topic] });
    await admin.disconnect();
    await proxy.close();
  });

  it('at the start connects once Kafka accepts it', async () => {
    spoilLogins();
    const connecting = kafka.producer();
    await until(() => refusals > 1);
    isSpoiled = false;
    await (await connecting).send(topic, [{ value: 'one' }]);
    expect(await isStored(1)).toBe(true);
  });

  it('after a reconnect sends its messages once Kafka accepts it', async () => {
    const producer = await kafka.producer();
    spoilLogins();
    proxy.cut();
    proxy.heal();
    const sent = producer.send(topic, [{ value: 'two' }]);
    await until(() => refusals > 1);
    isSpoiled = false;
    await sent;
    expect(await isStored(2)).toBe(true);
  });

  it('does not hold up the end of its process', async () => {
    const ending = new Kafka({
      brokers: [`telemon:wrong@127.0.0.1:${proxy.port}`],
      app: 'login-spec',
      partitions: 1,
    });
    const connecting = ending.producer();
    await ending.close();
    await expect(connecting).rejects.toThrow();
  });
});
