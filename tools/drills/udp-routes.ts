import type { Drill, DrillOptions, Form, Tried } from './drill.ts';
import type { DrillInstallation } from './installation/drill-installation.ts';
import { OWN_ADDRESS } from './installation/drilled-broker.ts';
import { tryRates } from './udp-routes/datagram-rate.ts';
import { tryFailingTargets } from './udp-routes/failing-targets.ts';
import { tryKilledRouter } from './udp-routes/killed-router.ts';
import { RoutedDevices } from './udp-routes/routed-devices.ts';
import { RouteTarget, type TargetKind } from './udp-routes/route-target.ts';
import { trySuspendedRouter } from './udp-routes/suspended-router.ts';

interface Size {
  readonly targets: readonly TargetKind[];
  /** Devices, each with a route to each target. */
  readonly devices: number;
  /** Few enough that the UDP log has a row for each, 500 a second, of each route. */
  readonly perSecond: number;
  readonly seconds: number;
  /** How often udp-router is killed. */
  readonly kills: number;
  /** Deadline for routes to go on without the process that forwarded them. A machine that runs tests is slower. */
  readonly worksAgainWithinMs: number;
  /** Rates of all devices together; in the long form of devices of their own, whose routes lead to the target that does not fail. */
  readonly rates: readonly number[];
  readonly rateSeconds: number;
}

const FAST_DEVICES = 20;

const SIZES: Readonly<Record<Form, Size>> = {
  long: {
    targets: ['well', 'killed', 'stopped', 'wrong certificate', 'expired certificate'],
    devices: 6,
    perSecond: 60,
    seconds: 60,
    kills: 3,
    worksAgainWithinMs: 10_000,
    rates: [5_000, 3_500, 2_500, 1_500, 1_000],
    rateSeconds: 15,
  },
  short: {
    targets: ['well', 'killed', 'wrong certificate', 'expired certificate'],
    devices: 2,
    perSecond: 60,
    seconds: 0,
    kills: 1,
    worksAgainWithinMs: 30_000,
    rates: [500],
    rateSeconds: 1,
  },
};

/** UDP routes, whose targets and whose router fail. */
export const udpRoutesDrill: Drill = {
  name: 'udp-routes',
  promises: ['P1', 'P10', 'P11'],
  about:
    'Devices with UDP routes send datagrams while target brokers are killed or stopped (SIGSTOP), or show a wrong or an expired certificate, and at a high rate. udp-router is killed (kill -9), too. In the long form, one of two replicas of it is also suspended (SIGSTOP), and wakes when the other one has taken over.',
  installation: { env: { OUTBOUND_ALLOW: OWN_ADDRESS } },
  async run(installation, options) {
    const { form, say } = options;
    const { targets: kinds } = SIZES[form];
    const targets = await Promise.all(kinds.map((kind) => RouteTarget.start(kind, say)));
    try {
      return await tryAll(installation, targets, options);
    } finally {
      await Promise.all(targets.map((target) => target.stop()));
    }
  },
};

async function tryAll(
  installation: DrillInstallation,
  targets: readonly RouteTarget[],
  { form, seed, say }: DrillOptions,
): Promise<Tried[]> {
  const { devices, perSecond, seconds, kills, worksAgainWithinMs, rates, rateSeconds } = SIZES[form];
  const well = targets.filter(({ kind }) => kind === 'well');
  const routed = await RoutedDevices.make(installation, devices, targets);
  say('targets fail');
  const tried = [await tryFailingTargets(installation, routed, { perSecond, seconds })];
  say('udp-router is killed');
  tried.push(await tryKilledRouter(installation, routed, { perSecond, kills, worksAgainWithinMs, seed }));
  if (form === 'long') {
    say('one of two replicas is suspended');
    const tookOverWithinMs = worksAgainWithinMs;
    tried.push(await trySuspendedRouter(installation, routed, { perSecond, tookOverWithinMs, say }));
  }
  // The last route of an installation ends the reading of datagrams for routes, which takes seconds to begin again.
  const fast = form === 'long' ? await RoutedDevices.make(installation, FAST_DEVICES, well) : routed;
  say(`${rates[0]} datagrams a second`);
  tried.push(...(await tryRates(installation, fast, { perSecond: rates, seconds: rateSeconds })));
  await Promise.all([...new Set([routed, fast])].map((each) => each.end()));
  return tried;
}
