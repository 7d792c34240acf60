import { type FreshDatabase, freshDatabase } from '@telemon/testing/database';
import { redisWithOwnKeys, serviceVariables } from '@telemon/testing/servers';
import { type StartedService, startService } from '@telemon/testing/service';
import { MqttBridgeVariables } from '../src/config.ts';
import { MqttBridgeModule } from '../src/mqtt-bridge.module.ts';

/** A bridge on a free port without rate limits, with a database of its own; `variables` go before the usual ones. */
export const givenBridge = async (
  variables: Partial<MqttBridgeVariables> = {},
): Promise<{ database: FreshDatabase; service: StartedService }> => {
  const database = await freshDatabase();
  const usual = MqttBridgeVariables.parse({
    ...serviceVariables(database.url),
    KAFKA_PARTITIONS: '1',
    REDIS_URL: redisWithOwnKeys(),
    MQTT_HOST: '127.0.0.1',
    RATE_LIMITS: 'off',
  });
  const config = { ...usual, MQTT_PORT: 0, ...variables };
  return { database, service: await startService({ app: 'mqtt-bridge', config, module: MqttBridgeModule }) };
};
