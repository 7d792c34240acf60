import { judge, type Drill, type DrillOptions, type Tried } from './drill.ts';
import { tryFault, type Fault } from './fault.ts';
import { Fleet } from './fleet/fleet.ts';
import { EXACT } from './fleet/outcome.ts';
import type { DrillInstallation } from './installation/drill-installation.ts';

/** The last one is longer than the quarter of an hour after which a device counts as silent. */
const SLEEPS_S = [90, 20 * 60];
/** Time between the end of all processes and their new start. */
const POWER_IS_BACK_AFTER_S = 5;
const CUTS = 3;
/** After the start of all, as if no server could be reached before (P11). */
const WORKS_AGAIN_WITHIN_MS = 60_000;

/** The machine of an installation sleeps, or loses its power. */
export const machineDrill: Drill = {
  name: 'machine',
  promises: ['P1', 'P2', 'P3', 'P7', 'P11'],
  mostlyWaits: true,
  about:
    'All processes of an installation, its launcher and its servers included, are suspended at once (SIGSTOP) and go on together, as when a laptop sleeps; and they are killed at once (kill -9) and started again, as after a power cut. The devices are elsewhere, and go on sending.',
  installation: { launcherServers: true },
  longOnly: 'it kills the launcher of the installation that the others share',
  async run(installation, options) {
    const fleet = await Fleet.make(installation, 20);
    const faults = [
      ...Array.from({ length: CUTS }, (_, cut) => powerCut(installation, cut + 1)),
      ...SLEEPS_S.map((seconds) => sleep(installation, seconds)),
    ];
    const tried: Tried[] = [];
    for (const [number, fault] of faults.entries())
      tried.push(await tryOn(installation, fleet, fault, { ...options, seed: options.seed + number }));
    return tried;
  },
};

const powerCut = ({ product }: DrillInstallation, number: number): Fault => ({
  name: `all killed at once and started again, turn ${number}`,
  seconds: POWER_IS_BACK_AFTER_S,
  begin: () => product.killAll(),
  end: () => product.startAgain(),
});

const sleep = ({ product }: DrillInstallation, seconds: number): Fault => ({
  name: `all suspended for ${seconds} s`,
  seconds,
  // Readings with timestamps would count as late after a quarter of an hour, and start no alert.
  clock: () => undefined,
  begin: () => product.suspend(),
  end: () => product.resume(),
});

async function tryOn(
  installation: DrillInstallation,
  fleet: Fleet,
  fault: Fault,
  options: DrillOptions,
): Promise<Tried> {
  const counts = await tryFault(installation, fleet, fault, options);
  return judge(
    fault.name,
    { ...counts, silences: await silencesOf(installation, fleet) },
    { ...EXACT, silences: 0, restarts: 0, workedAgainMs: { atMost: WORKS_AGAIN_WITHIN_MS } },
  );
}

/** How many entries of the alert log say that a device of the fleet was silent. */
const silencesOf = ({ database }: DrillInstallation, { devices }: Fleet): Promise<number> =>
  database
    .db('alerting')
    .collection('alert_log')
    .countDocuments({ cause: 'silence', deviceName: { $in: devices.map(({ name }) => name) } });
