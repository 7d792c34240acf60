import { OF_ALL_DEVICES } from '../../../apps/logs/src/message-log/log-row.ts';
import type { Counts } from '../drill.ts';
import type { DrillInstallation } from '../installation/drill-installation.ts';
import { seqIn } from './numbered-datagram.ts';
import type { RoutedDevices, Stretch } from './routed-devices.ts';
import { settled } from './settled.ts';

interface Row {
  readonly deviceKey: number;
  readonly data: string;
  readonly port?: number;
  readonly count: number;
}

/** Compares accepted datagrams with the UDP log, which has a row for each route that took one. */
export class LogCheck {
  readonly #installation: DrillInstallation;
  readonly #unshownBefore: number;

  private constructor(installation: DrillInstallation, unshownBefore: number) {
    this.#installation = installation;
    this.#unshownBefore = unshownBefore;
  }

  static async begin(installation: DrillInstallation): Promise<LogCheck> {
    return new LogCheck(installation, await unshownIn(installation));
  }

  /**
   * Beyond its rows a second, the log has a row for several datagrams of a device, or counts datagrams that it does not show. A datagram
   * has no row only if neither holds.
   */
  async outcome(routed: RoutedDevices, stretch: Stretch): Promise<Counts> {
    let logRowsTwice = 0;
    const missing = async () => {
      const counts = { missing: 0, twice: 0 };
      for (const device of stretch.keys()) {
        const accepted = [...new Set(await routed.acceptedOf(device, stretch))].sort((a, b) => a - b);
        const rows = await rowsOf(this.#installation, device.key);
        for (const { port } of routed.targets) {
          const ofRoute = rows.filter((row) => row.port === port);
          const { covered, twice } = coveredBy(ofRoute, accepted);
          counts.missing += accepted.length - covered.size;
          counts.twice += twice;
        }
      }
      logRowsTwice = counts.twice;
      const unshown = (await unshownIn(this.#installation)) - this.#unshownBefore;
      return Math.max(0, counts.missing - unshown * routed.targets.length);
    };
    return { logRowsMissing: await settled(missing), logRowsTwice };
  }
}

/** The accepted datagrams, in their order, that rows show or stand for: a row stands for those of its device just before it. */
function coveredBy(
  rows: readonly Row[],
  accepted: readonly number[],
): { covered: ReadonlySet<number>; twice: number } {
  const places = new Map(accepted.map((seq, place) => [seq, place]));
  const covered = new Set<number>();
  let twice = 0;
  for (const { data, count } of rows) {
    const place = places.get(seqIn(data));
    if (place === undefined) continue;
    if (covered.has(place)) twice += 1;
    for (let before = 0; before < count; before += 1) covered.add(place - before);
  }
  // A row may stand for datagrams from before the stretch, too.
  return { covered: new Set([...covered].filter((place) => place >= 0)), twice };
}

const rowsIn = ({ database }: DrillInstallation) => database.db('logs').collection<Row>('udp_log_rows');

const rowsOf = (installation: DrillInstallation, deviceKey: number): Promise<Row[]> =>
  rowsIn(installation).find({ deviceKey }).sort({ _id: 1 }).toArray();

/** How many datagrams the log counts without showing them. */
async function unshownIn(installation: DrillInstallation): Promise<number> {
  const rows = await rowsIn(installation).find({ deviceKey: OF_ALL_DEVICES }).toArray();
  return rows.reduce((sum, { count }) => sum + count, 0);
}
