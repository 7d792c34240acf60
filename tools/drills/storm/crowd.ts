import { given } from '@telemon/testing/given';
import { until } from '@telemon/testing/waiting';
import type { AlertLogDocument } from '../../../apps/alerting/src/alert-log/alert-log-document.ts';
import { type Breaching, ONCE, prepareBreach, send, TWICE } from '../delivery/breaching.ts';
import type { Counts } from '../drill.ts';
import { seqOf } from '../fleet/crossings.ts';
import { Fleet } from '../fleet/fleet.ts';
import type { DrillInstallation } from '../installation/drill-installation.ts';
import { ownContact } from '../replicas/own-contact.ts';

/** How many devices breach. */
export interface CrowdSize {
  /** Recipients, each of a fleet of its own. */
  readonly recipients: number;
  readonly devicesOfEach: number;
  /** Further devices, which have a limit of one notice in each channel and breach twice. */
  readonly limited: number;
}

const ENTRIES_WITHIN_MS = 180_000;

/** A fleet whose devices breach, with the readings of each. */
interface Part {
  readonly fleet: Fleet;
  readonly seqs: readonly number[];
}

/** Devices that breach at once. The devices of a fleet write to one e-mail address, and in every second fleet to a number, too. */
export class Crowd {
  readonly limited: Fleet;
  readonly #installation: DrillInstallation;
  readonly #parts: readonly Part[];
  #ready: Breaching[] = [];

  private constructor(installation: DrillInstallation, parts: readonly Part[], limited: Fleet) {
    this.#installation = installation;
    this.#parts = parts;
    this.limited = limited;
  }

  static async make(installation: DrillInstallation, size: CrowdSize): Promise<Crowd> {
    const make = async (count: number, hasContact: boolean, settings = {}) => {
      // A manager has a limit of SMS, which is not the subject here.
      const { id: managerId } = await given(await installation.api()).manager();
      const others = hasContact ? { others: { contact: ownContact() } } : {};
      return Fleet.make(installation, count, { managerId, settings, ...others });
    };
    const parts: Part[] = [];
    for (let recipient = 0; recipient < size.recipients; recipient += 1)
      parts.push({ fleet: await make(size.devicesOfEach, recipient % 2 === 0), seqs: ONCE });
    const limited = await make(size.limited, true, { emailLimit: 1, smsLimit: 1 });
    return new Crowd(installation, [...parts, { fleet: limited, seqs: TWICE }], limited);
  }

  get fleets(): readonly Fleet[] {
    return this.#parts.map(({ fleet }) => fleet);
  }

  get readings(): readonly Breaching[] {
    return this.#ready;
  }

  /** The number of entries that the breach has to make. */
  get entries(): number {
    return this.#parts.reduce(
      (sum, { fleet, seqs }) => sum + fleet.devices.length * firingsOf(seqs).length,
      0,
    );
  }

  /** Connects the devices, below their set points. */
  async connect(): Promise<void> {
    for (const { fleet, seqs } of this.#parts)
      this.#ready.push(...(await prepareBreach(this.#installation, fleet, seqs)));
  }

  /** All breach at once. Returns the time from then until the alert log had all entries, ms; after three minutes it waits no longer. */
  async breach(): Promise<number> {
    const from = performance.now();
    const sending = this.#ready.map((device) => send(device, device.seqs));
    const log = this.#log();
    const ofCrowd = { email: { $in: this.fleets.map(({ recipient }) => recipient) } };
    const areThere = async () => (await log.countDocuments(ofCrowd)) >= this.entries;
    await until(areThere, { timeoutMs: ENTRIES_WITHIN_MS, everyMs: 250 }).catch(() => undefined);
    const tookMs = Math.round(performance.now() - from);
    await Promise.all(sending);
    return tookMs;
  }

  /** Compares the alert log with the breach. */
  async entriesOutcome(): Promise<Counts> {
    const counts = { entries: 0, missed: 0, firedTwice: 0, falseAlerts: 0 };
    for (const { fleet, seqs } of this.#parts) {
      const entries = await this.#log().find({ email: fleet.recipient }).toArray();
      const byDevice = Map.groupBy(entries, ({ deviceName }) => deviceName);
      counts.entries += entries.length;
      for (const { name } of fleet.devices) {
        const own = (byDevice.get(name) ?? []).map(({ value }) => seqOf(value));
        const fired = new Set(own);
        const expected = firingsOf(seqs);
        counts.missed += expected.filter((seq) => !fired.has(seq)).length;
        counts.firedTwice += own.length - fired.size;
        counts.falseAlerts += [...fired].filter((seq) => !expected.includes(seq)).length;
      }
    }
    return counts;
  }

  close(): void {
    for (const { connection } of this.#ready) connection.end();
  }

  #log() {
    type Entry = Pick<AlertLogDocument, '_id' | 'deviceName' | 'email'> & { value: number };
    return this.#installation.database.db('alerting').collection<Entry>('alert_log');
  }
}

/** Every second reading of a breach is above the set point, the first one among them. */
const firingsOf = (seqs: readonly number[]): number[] => seqs.filter((_, index) => index % 2 === 0);
