import type { DeviceState } from '@telemon/contracts/facts';
import { FactCopies } from '@telemon/platform/facts/fact-copies';
import { aDevice } from '@telemon/testing/builders';
import { type FreshDatabase, freshDatabase } from '@telemon/testing/database';
import { serviceVariables } from '@telemon/testing/servers';
import { type StartedService, prepareService } from '@telemon/testing/service';
import { LogsVariables } from '../src/config.ts';
import { LogsModule } from '../src/logs.module.ts';

export interface GivenLogs {
  readonly database: FreshDatabase;
  readonly service: StartedService & { start(): Promise<void> };
  /** Writes the fact about a new or changed device. */
  knows(changes: Partial<DeviceState>): Promise<DeviceState>;
  stop(): Promise<void>;
}

/** A logs process with a database of its own. Until `start`, it consumes no topic. */
export const givenLogs = async (changes: Record<string, string> = {}): Promise<GivenLogs> => {
  const database = await freshDatabase();
  const config = LogsVariables.parse({
    ...serviceVariables(database.url),
    KAFKA_PARTITIONS: '1',
    ...changes,
  });
  const service = await prepareService({ app: 'logs', config, module: LogsModule });
  let version = 0;
  return {
    database,
    service,
    knows: async (state) => {
      const device = aDevice(state);
      const fact = { kind: 'device', key: device.deviceName, version: ++version, state: device } as const;
      await service.get(FactCopies).of('device').apply([fact]);
      return device;
    },
    stop: async () => {
      await service.stop();
      await database.drop();
    },
  };
};
