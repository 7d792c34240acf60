import { formWith } from '@telemon/testing/api-client';
import { given, uniqueName } from '@telemon/testing/given';
import type { Device, MqttLogin } from '@telemon/contracts/devices/devices';
import { until } from '@telemon/testing/waiting';
import type { PresenceDocument } from '../../../apps/devices/src/presence/presence.repository.ts';
import { keysOf } from '../fleet/fleet.ts';
import type { DrillInstallation } from '../installation/drill-installation.ts';

/** Half of the most devices of a file (docs/import.md), which take a busy machine several seconds. */
const IN_A_FILE = 250;
/** Most devices of a page of the list. */
const PAGE = 100;

/** Very many devices, which are made from files, and the list that shows them. */
export class ImportedFleet {
  readonly logins: readonly MqttLogin[];
  /** The devices' keys, by the place of the login. */
  readonly keys: readonly number[];
  readonly #installation: DrillInstallation;
  readonly #prefix: string;

  private constructor(
    installation: DrillInstallation,
    prefix: string,
    logins: readonly MqttLogin[],
    keys: readonly number[],
  ) {
    this.#installation = installation;
    this.#prefix = prefix;
    this.logins = logins;
    this.keys = keys;
  }

  static async make(installation: DrillInstallation, count: number): Promise<ImportedFleet> {
    const api = await installation.api();
    const { managerId } = installation;
    const { sensorName } = await given(api).sensorType(managerId);
    const prefix = uniqueName('r').slice(0, 9);
    const logins: MqttLogin[] = [];
    let named = 0;
    const makeSome = async () => {
      const rows = Array.from({ length: Math.min(IN_A_FILE, count - logins.length) }, () => {
        const name = `${prefix}-${String(named++).padStart(5, '0')}`;
        return `${name},${name},${sensorName},45.76,4.84`;
      });
      const file = new File([['deviceName,deviceAlias,sensor1,lat,lng', ...rows].join('\n')], 'devices.csv');
      return api.post<{ made: { mqtt: MqttLogin }[] }>(
        `/device/import?dryRun=false&managerId=${managerId}`,
        formWith('file', file),
      );
    };
    // A busy machine may answer 503: then other devices are made.
    while (logins.length < count) {
      const { made } = await until(makeSome, { everyMs: 1_000, what: 'another file of devices' });
      logins.push(...made.map(({ mqtt }) => mqtt));
    }
    const keys = await keysOf(installation);
    return new ImportedFleet(
      installation,
      prefix,
      logins,
      logins.map(({ username }) => keys.get(username)!),
    );
  }

  /** How many of the devices the list shows as connected, or as disconnected. */
  async shownAs(presence: 'connected' | 'disconnected'): Promise<number> {
    const page = await this.#page(`presence=${presence}&limit=1`);
    return page.pagination.totalCount;
  }

  /** How many of the devices the devices service does not yet know to be connected, since this time (epoch ms) or later. */
  async notReportedSince(time: number): Promise<number> {
    const presence = this.#installation.database.db('devices').collection<PresenceDocument>('presence');
    const connections = { $elemMatch: { since: { $gte: time }, endedAt: null } };
    return this.keys.length - (await presence.countDocuments({ _id: { $in: [...this.keys] }, connections }));
  }

  /** How many of the devices the list does not show as connected, since this time (epoch ms) or later. */
  async notShownSince(time: number): Promise<number> {
    const isShown = ({ presence: { connected, since } }: Device) =>
      connected && Date.parse(since ?? '') >= time;
    const shown = new Set<string>();
    for (let offset = 0, isLast = false; !isLast; offset += PAGE) {
      const { devices } = await this.#page(`sort=deviceName&limit=${PAGE}&offset=${offset}`);
      for (const device of devices.filter(isShown)) shown.add(device.deviceName);
      isLast = devices.length < PAGE;
    }
    return this.logins.length - shown.size;
  }

  async #page(query: string): Promise<{ devices: Device[]; pagination: { totalCount: number } }> {
    const api = await this.#installation.api();
    return api.get(`/device?q=${this.#prefix}&${query}`);
  }
}
