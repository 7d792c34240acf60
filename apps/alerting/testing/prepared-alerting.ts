import { type FreshDatabase, freshDatabase } from '@telemon/testing/database';
import { type StartedService, prepareService } from '@telemon/testing/service';
import { AlertingModule } from '../src/alerting.module.ts';
import { alertingVariables } from './alerting-variables.ts';
import { applyManagerFact } from './manager-fact.ts';
import { withoutDevices } from './without-devices.ts';

/** Alerting on its own database, with the fact about the specs' manager, and without background work. */
export const prepareAlerting = async (): Promise<{
  database: FreshDatabase;
  service: StartedService;
  stop: () => Promise<void>;
}> => {
  const devices = await withoutDevices();
  const database = await freshDatabase();
  const config = alertingVariables(database);
  const service = await prepareService({ app: 'alerting', config, module: AlertingModule });
  await applyManagerFact(service);
  const stop = async () => {
    await service.stop();
    await devices.stop();
    await database.drop();
  };
  return { database, service, stop };
};
