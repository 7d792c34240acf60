import { ApiClient } from '@telemon/testing/api-client';
import { given } from '@telemon/testing/given';
import { until } from '@telemon/testing/waiting';
import type { WholeProduct } from '@telemon/testing/whole-product';
import { createSocket } from 'node:dgram';
import { step, type Say } from '../../servers/progress.ts';
import { CostMeter } from '../processes.ts';
import { profileServices, type ServiceProfile } from '../profile.ts';
import { countsOf, droppedSince, standingStill } from './counts.ts';
import type { BenchOptions } from './options.ts';
import type { FloodFigures } from './results.ts';
import { newSender, runningInstallation } from './running.ts';
import { VALUES } from './values.ts';

/** Different names in a flood: more than udp-router keeps answers about. */
const FLOOD_NAMES = 100_000;
const PROFILE_AHEAD_SECONDS = 12;

/** Datagrams a second, and the ports that they come from. */
interface Flood {
  readonly rate: number;
  readonly sources: number;
}

interface Load {
  readonly options: BenchOptions;
  readonly flood: Flood;
  /** Names of the registered devices. */
  readonly known: readonly string[];
}

/** The programs that send. */
type Senders = Readonly<Record<'ofKnown' | 'ofFlood', ReturnType<typeof newSender>>>;

/** Floods an installation of its own with datagrams of unknown names, beside those of registered devices. */
export async function measureFloods(
  options: BenchOptions,
  say: Say,
): Promise<{ floods: FloodFigures[]; profiles: ServiceProfile[] }> {
  const floods = options.floods.flatMap((rate) =>
    (rate === 0 ? [0] : options.sources).map((sources) => ({ rate, sources })),
  );
  if (floods.length === 0) return { floods: [], profiles: [] };
  return runningInstallation(say, {}, async (product) => {
    const known = await step(say, `Making ${options.devices} devices`, () =>
      makeDevices(product, options.devices),
    );
    const senders = { ofKnown: newSender(), ofFlood: newSender() };
    await step(say, 'Sending a datagram of each', () => awaitKnown(product, known));
    await standingStill(product);
    const measured: FloodFigures[] = [];
    for (const flood of floods)
      measured.push(
        await step(say, `${flood.rate} unknown datagrams a second from ${flood.sources} ports`, () =>
          measureFlood(product, senders, { options, flood, known }),
        ),
      );
    const { profile } = options;
    const last = { options, flood: floods.at(-1)!, known };
    const profiles = profile === null ? [] : await takeProfile(product, senders, last, profile);
    return { floods: measured, profiles };
  });
}

async function makeDevices({ addresses }: WholeProduct, devices: number): Promise<string[]> {
  const { url, adminEmail, adminPassword } = addresses;
  const make = given(await ApiClient.signIn(url, adminEmail, adminPassword));
  const { id } = await make.manager();
  const { id: sensorId } = await make.sensorType(id);
  const names: string[] = [];
  while (names.length < devices) names.push((await make.device(id, [sensorId])).device.deviceName);
  return names;
}

/** Sends datagrams of the devices one after the other, until Kafka has one of each. */
async function awaitKnown(running: WholeProduct, known: readonly string[]): Promise<void> {
  const socket = createSocket('udp4');
  const { udpPort } = running.addresses;
  try {
    for (const name of known) {
      const { handedOver } = await countsOf(running);
      await until(async () => {
        socket.send(`${name},TC1=1`, udpPort, '127.0.0.1');
        return (await countsOf(running)).handedOver > handedOver;
      });
    }
  } finally {
    socket.close();
  }
}

const sendBeside = (
  running: WholeProduct,
  { ofKnown, ofFlood }: Senders,
  { options: { known: perSecond, seconds }, flood, known }: Load,
) => {
  const { udpPort: port } = running.addresses;
  const names = Array.from({ length: FLOOD_NAMES }, (_, number) => `flood-${number}`);
  return Promise.all([
    ofKnown.ask({
      port,
      perSecond,
      seconds,
      names: known,
      sources: known.length,
      areNew: false,
      values: VALUES,
    }),
    flood.rate === 0
      ? { sent: 0, perSecond: 0 }
      : ofFlood.ask({
          port,
          perSecond: flood.rate,
          seconds,
          names,
          sources: flood.sources,
          areNew: false,
          values: VALUES,
        }),
  ]);
};

async function measureFlood(running: WholeProduct, senders: Senders, load: Load): Promise<FloodFigures> {
  const { flood } = load;
  const before = await countsOf(running);
  const meter = new CostMeter(() => [{ name: 'udp-router', pid: running.pid('udp-router') }]);
  meter.begin();
  const [{ sent }, flooded] = await sendBeside(running, senders, load);
  const { wallMs, processes } = meter.end();
  const after = await standingStill(running);
  const received = after.received - before.received;
  const stored = after.handedOver - before.handedOver;
  const dropped = droppedSince(before, after);
  const cpuMs = processes[0]!.cpuMs;
  return {
    flood: flood.rate,
    sources: flood.sources,
    floodSent: flooded.perSecond,
    sent,
    stored,
    lostPercent: (100 * (sent - stored)) / sent,
    received,
    dropped,
    accountedPercent: (100 * (received + (dropped['receive-buffer'] ?? 0))) / (sent + flooded.sent),
    cpuUsPerDatagram: (cpuMs * 1_000) / received,
    cpuPercent: (100 * cpuMs) / wallMs,
  };
}

/** A processor profile of udp-router beside the last flood, whose figures don't count. */
async function takeProfile(running: WholeProduct, senders: Senders, load: Load, folder: string) {
  const options = { ...load.options, seconds: PROFILE_AHEAD_SECONDS };
  const sending = sendBeside(running, senders, { ...load, options });
  const profiles = await profileServices([{ name: 'udp-router', pid: running.pid('udp-router') }], folder);
  await sending;
  return profiles;
}
