import type { Drill, Tried } from './drill.ts';
import { tryAnHour } from './deadlines/an-hour.ts';
import { tryHolds } from './deadlines/holding.ts';

/** Alerts become due with time. Only the long form waits for an hour, on a clock that runs faster: this takes minutes, and libfaketime. */
export const deadlinesDrill: Drill = {
  name: 'deadlines',
  promises: ['P1', 'P2', 'P3', 'P7'],
  onlyLongTests: ['P7'],
  mostlyWaits: true,
  about:
    'Hold times, Periodic alerts and silences become due while alerting is killed (kill -9), alerting or all intake is dead for a quarter of an hour, or the clock of the servers is set. The hour of the Periodic alerts passes on a clock that runs seven times as fast, in true time around each fault.',
  installation: {
    ownClock: true,
    // One partition for each replica of alerting.
    env: { KAFKA_PARTITIONS: '2' },
  },
  shortInstallation: 'shared',
  async run(installation, options) {
    const tried: Tried[] = [await tryHolds(installation, options)];
    if (options.form === 'long') tried.push(...(await tryAnHour(installation, options.say)));
    return tried;
  },
};
