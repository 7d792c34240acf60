import { type FreshDatabase, freshDatabase } from '@telemon/testing/database';
import { redisWithOwnKeys, servers } from '@telemon/testing/servers';
import { type StartedService, startService } from '@telemon/testing/service';
import { MqttBridgeVariables } from '../src/config.ts';
import { MqttBridgeModule } from '../src/mqtt-bridge.module.ts';

/** A bridge on a free port without rate limits, with a database of its own. */
export const givenBridge = async (): Promise<{ database: FreshDatabase; service: StartedService }> => {
  const { kafkaBrokers, natsUrl } = servers();
  const database = await freshDatabase();
  const variables = MqttBridgeVariables.parse({
    HEALTH_PORT: '1',
    NATS_URL: natsUrl,
    MONGODB_URL: database.url,
    KAFKA_BROKERS: kafkaBrokers,
    KAFKA_PARTITIONS: '1',
    REDIS_URL: redisWithOwnKeys(),
    MQTT_HOST: '127.0.0.1',
    RATE_LIMITS: 'off',
  });
  const config = { ...variables, MQTT_PORT: 0 };
  return { database, service: await startService({ app: 'mqtt-bridge', config, module: MqttBridgeModule }) };
};
