import { setTimeout as delay } from 'node:timers/promises';
import type { Counts } from '../drill.ts';
import type { Fleet } from '../fleet/fleet.ts';
import type { Stream } from '../fleet/stream.ts';
import type { DrillInstallation } from '../installation/drill-installation.ts';

const LOOKS_EVERY_MS = 250;

/** The compared fields of a device on the home page. */
interface Shown {
  readonly deviceName: string;
  readonly lastUpdated: string | null;
  readonly present: { readonly current: readonly (number | null)[] };
}

/** Polls the home page, and compares each device's last update and latest reading with the previous poll. */
export class LatestWatch {
  readonly #installation: DrillInstallation;
  readonly #seen: Map<string, Shown>;
  readonly #looking: Promise<void>;
  #movedBack = 0;
  #looks = 0;
  #isOver = false;

  constructor(installation: DrillInstallation, { devices }: Fleet) {
    this.#installation = installation;
    const unseen = { lastUpdated: null, present: { current: [] } };
    this.#seen = new Map(devices.map(({ name }) => [name, { deviceName: name, ...unseen }]));
    this.#looking = this.#look();
  }

  /** The number of devices whose latest reading, at the last poll, lags behind a stream by at least `behind` readings. */
  behind({ sent }: Stream, behind: number): number {
    return sent.filter(({ device, end }) => latestOf(this.#seen.get(device.name)!) < end - behind).length;
  }

  /** Stops polling. Counts polls, steps back, and devices whose latest reading lags by at least `behind` readings. */
  async end(stream: Stream, behind: number): Promise<Counts> {
    this.#isOver = true;
    await this.#looking;
    return { looks: this.#looks, movedBack: this.#movedBack, leftBehind: this.behind(stream, behind) };
  }

  async #look(): Promise<void> {
    for (let isLast = false; !isLast;) {
      // Polls once more after the end.
      isLast = this.#isOver;
      const answer = await this.#ask();
      for (const shown of answer ?? []) this.#compare(shown);
      if (answer !== null) this.#looks += 1;
      await delay(LOOKS_EVERY_MS);
    }
  }

  /** Null without an answer: this watch tests for steps back, not for availability. */
  async #ask(): Promise<readonly Shown[] | null> {
    try {
      const api = await this.#installation.api();
      const { status, body } = await api.send<{ deviceData: Shown[] }>('GET', '/dashboard/');
      if (status === 401) await this.#installation.signIn();
      return status === 200 ? body.data!.deviceData : null;
    } catch {
      return null;
    }
  }

  #compare(shown: Shown): void {
    const before = this.#seen.get(shown.deviceName);
    if (before === undefined) return;
    this.#seen.set(shown.deviceName, shown);
    const hasMovedBack = updatedOf(shown) < updatedOf(before) || latestOf(shown) < latestOf(before);
    if (hasMovedBack) this.#movedBack += 1;
  }
}

const updatedOf = ({ lastUpdated }: Shown): number => (lastUpdated === null ? 0 : Date.parse(lastUpdated));

/** The number of the latest reading, which its second channel holds; -1 without a reading. */
const latestOf = ({ present: { current } }: Shown): number => current[1] ?? -1;
