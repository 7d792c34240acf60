import { HOUR_MS, MINUTE_MS } from '@telemon/contracts/durations';
import { given, uniqueName } from '@telemon/testing/given';
import { until } from '@telemon/testing/waiting';
import type { Counts } from '../drill.ts';
import { SET_POINT } from '../fleet/crossings.ts';
import { Fleet } from '../fleet/fleet.ts';
import type { DrillInstallation } from '../installation/drill-installation.ts';
import { type AwaitedEntries, compareAwaited } from './due-entries.ts';
import { Reporting } from './reporting.ts';
import type { Timeline } from './timeline.ts';

const PERIODIC = 10;
/** Devices whose interval a user set, and as many whose interval is learned. */
const SILENT_OF_EACH = 2;
/** The time period of the Periodic alerts, and the time after which a device is silent. */
const PERIOD_MS = HOUR_MS;
const SILENT_AFTER_MS = 15 * MINUTE_MS;
/** Minutes; a device is silent after one and a half of it. */
const EXPECTED_INTERVAL = 10;
const GIVEN_UP_AFTER_MS = 240_000;

/**
 * Devices with a Periodic alert of an hour, which report below their set point, and further devices that may fall silent. The times
 * at which their entries are due at the earliest are counted on the installation's clock.
 */
export class WaitingGroup {
  readonly #installation: DrillInstallation;
  readonly #periodic: Reporting;
  readonly #silent: Reporting;
  readonly #recipients: { readonly periodic: string; readonly silent: string };
  #deadline: number;
  #silentFrom: number | null = null;
  #isSilent = false;

  private constructor(
    installation: DrillInstallation,
    parts: {
      periodic: Reporting;
      silent: Reporting;
      recipients: { periodic: string; silent: string };
      deadline: number;
    },
  ) {
    this.#installation = installation;
    this.#periodic = parts.periodic;
    this.#silent = parts.silent;
    this.#recipients = parts.recipients;
    this.#deadline = parts.deadline;
  }

  static async make(installation: DrillInstallation, timeline: Timeline): Promise<WaitingGroup> {
    const contact = `${uniqueName('contact')}@example.com`;
    // Users with this status get the notices of silences.
    const { id: managerId } = await given(await installation.api()).manager({
      email: contact,
      alertContactStatus: 1,
    });
    const periodic = await Fleet.make(installation, PERIODIC, {
      alert: { alertType: 'Periodic', criteria: { values: [SET_POINT], timePeriod: 1 } },
    });
    const settings = { expectedInterval: EXPECTED_INTERVAL };
    const set = await Fleet.make(installation, SILENT_OF_EACH, { managerId, settings });
    const learned = await Fleet.make(installation, SILENT_OF_EACH, { managerId });
    const deadline = timeline.now + PERIOD_MS;
    return new WaitingGroup(installation, {
      periodic: await Reporting.begin(installation, periodic.devices, timeline),
      silent: await Reporting.begin(installation, [...set.devices, ...learned.devices], timeline),
      recipients: { periodic: periodic.recipient, silent: contact },
      deadline,
    });
  }

  /** The devices reach their set points: their deadline is in an hour again. */
  async reachSetPoint(): Promise<void> {
    this.#deadline = (await this.#periodic.reachSetPoint()) + PERIOD_MS;
  }

  async fallSilent(): Promise<void> {
    this.#isSilent = true;
    this.#silentFrom = (await this.#silent.pause()) + SILENT_AFTER_MS;
  }

  /** No device sends anything. */
  async pause(): Promise<void> {
    await this.#periodic.pause();
    if (!this.#isSilent) await this.#silent.pause();
  }

  /** The devices go on after `pause`, except silent ones. */
  resume(): void {
    this.#periodic.resume();
    if (!this.#isSilent) this.#silent.resume();
  }

  /** For this time on the installation's clock, nothing could be received: it doesn't count, and devices get their interval anew. */
  outage(from: number, to: number): void {
    this.#deadline += to - from;
    if (this.#silentFrom !== null) this.#silentFrom = to + SILENT_AFTER_MS;
  }

  /** Ends all waits: the devices reach their set points, and the silent ones report again. */
  async end(): Promise<void> {
    await this.#periodic.reachSetPoint();
    this.#isSilent = false;
    this.#silent.resume();
    await this.#silent.reachSetPoint();
  }

  close(): void {
    this.#periodic.end();
    this.#silent.end();
  }

  /** The entries that are due, or will be. @param areDue Whether they are */
  awaited(areDue: boolean): readonly AwaitedEntries[] {
    const namesOf = ({ devices }: Reporting) => devices.map(({ name }) => name);
    return [
      {
        cause: 'deadline',
        deviceNames: namesOf(this.#periodic),
        from: areDue ? this.#deadline : null,
        recipient: this.#recipients.periodic,
      },
      {
        cause: 'silence',
        deviceNames: namesOf(this.#silent),
        from: areDue ? this.#silentFrom : null,
        recipient: this.#recipients.silent,
      },
    ];
  }

  /** Waits until all entries that are due are there with their notices, for some minutes at most. Returns how long that took, ms. */
  timeToFire(): Promise<number> {
    return this.#timeUntil(({ missed, noticesMissing }) => missed === 0 && noticesMissing === 0);
  }

  /** The same, until the entries are cleared. */
  timeToClear(): Promise<number> {
    return this.#timeUntil(({ notCleared }) => notCleared === 0);
  }

  async #timeUntil(holds: (counts: Counts) => boolean): Promise<number> {
    const from = performance.now();
    const haveCome = async () => {
      for (const one of this.awaited(true))
        if (!holds(await compareAwaited(this.#installation, one))) return false;
      return true;
    };
    await until(haveCome, { timeoutMs: GIVEN_UP_AFTER_MS, everyMs: 250 }).catch(() => undefined);
    return Math.round(performance.now() - from);
  }
}
