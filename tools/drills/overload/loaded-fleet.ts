import { until } from '@telemon/testing/waiting';
import { now, spreadOf, type Spread } from '../../bench/durations.ts';
import { deviceNames } from '../../bench/ingest/fleet.ts';
import { GeneratorProcess } from '../../bench/ingest/generator/generator-process.ts';
import { LoadPlan } from '../../bench/ingest/load-plan.ts';
import type { ReadingStore } from '../../bench/ingest/reading-store.ts';
import type { AlertOutcome } from '../../bench/ingest/sides/alerting.ts';
import { TelemonAlerting } from '../../bench/ingest/sides/telemon-alerting.ts';
import { furnish } from '../../bench/ingest/sides/telemon-fleet.ts';
import { telemonNaming, telemonReadings } from '../../bench/ingest/sides/telemon-readings.ts';
import { StoredProbe } from '../../bench/ingest/stored-probe.ts';
import type { Bound, Counts } from '../drill.ts';
import { keysOf } from '../fleet/fleet.ts';
import { countAgainLater } from '../fleet/recount.ts';
import { compareStored, type Numbered } from '../fleet/stored.ts';
import type { DrillInstallation } from '../installation/drill-installation.ts';
import { summed } from '../summed.ts';

/** The smallest `seq` with seven digits, which the generator requires. */
const FIRST_SEQ = 1_000_000;
/** Time for generator and probe to get the plan before its first reading is due. */
const LEAD_MS = 400;
/** A reading that is not stored by then counts as lost. */
const PATIENCE_MS = 240_000;
/** Deadline for the last readings once the count of stored readings is complete. */
const LAST_MS = 20_000;
const CROSSINGS_A_SECOND = 20;

/** The bounds of every stretch of load. */
export const EXACT_LOAD: Readonly<Record<string, Bound>> = {
  lost: 0,
  duplicate: 0,
  phantom: 0,
  unacknowledged: 0,
  connectionsLost: 0,
  missed: 0,
  firedBeyond: 0,
  noticesMissing: 0,
  noticesBeyond: 0,
};

interface Timed {
  readonly counts: Counts;
  /** Time from the due time of a reading until it could be read, of a sample. */
  readonly toStored: Spread;
}

/**
 * Devices whose readings the generator of `npm run bench:ingest` sends, each at its due time, without waiting for earlier ones. An
 * overloaded Telemon slows them by back-pressure on their sockets. Each device has ten alerts.
 */
export class LoadedFleet {
  readonly #installation: DrillInstallation;
  readonly #devices: number;
  readonly #keys: ReadonlyMap<string, number>;
  readonly #store: ReadingStore;
  readonly #alerting: TelemonAlerting;
  readonly #generator = new GeneratorProcess();
  /** The plans that were sent so far. */
  readonly #sent: LoadPlan[] = [];
  #nextSeq = FIRST_SEQ;

  private constructor(
    installation: DrillInstallation,
    devices: number,
    keys: ReadonlyMap<string, number>,
    naming: Awaited<ReturnType<typeof telemonNaming>>,
  ) {
    this.#installation = installation;
    this.#devices = devices;
    this.#keys = keys;
    this.#store = telemonReadings(installation.database, naming);
    this.#alerting = new TelemonAlerting(installation.database, naming);
  }

  /** Creates the devices and connects them. An installation can have only one such fleet. */
  static async connect(installation: DrillInstallation, devices: number): Promise<LoadedFleet> {
    const logins = await furnish(await installation.api(), [installation.managerId], devices);
    const naming = await telemonNaming(installation.database);
    const fleet = new LoadedFleet(installation, devices, await keysOf(installation), naming);
    const endpoint = { host: '127.0.0.1', port: installation.product.addresses.mqttPort };
    await fleet.#generator.connect(endpoint, logins);
    countAgainLater(installation, () => fleet.#recount());
    return fleet;
  }

  /** Sends `rate` readings a second, of all devices together, and waits until all their effects have arrived. */
  send(rate: number, seconds: number): Promise<Counts> {
    return this.#send(this.#plan(rate, seconds));
  }

  /** The same, and times a sample of readings. If Telemon is far behind, the queries for them would slow its database. */
  async sendTimed(rate: number, seconds: number): Promise<Timed> {
    const plan = this.#plan(rate, seconds);
    const probe = new StoredProbe(this.#store, plan);
    const probing = probe.run();
    const counts = await this.#send(plan);
    probe.giveUp();
    return { counts, toStored: spreadOf(await probing) };
  }

  async #send(plan: LoadPlan): Promise<Counts> {
    const before = await this.#store.count();
    const { sent, acknowledged, connectionsLost } = await this.#generator.send(plan.step);
    const areStored = async () => (await this.#store.count()) >= before + sent;
    await until(areStored, { timeoutMs: PATIENCE_MS }).catch(() => undefined);
    const drainedMs = Math.max(0, Math.round(now() - plan.dueAt(plan.publishes - 1)));
    const alerts = await this.#alerting.outcomeOf(plan);
    const counts = {
      ...(await this.#storedOf(plan)),
      sent,
      acknowledged,
      unacknowledged: sent - acknowledged,
      connectionsLost,
      ...alertCounts(alerts),
      drainedMs,
    };
    this.#sent.push(plan);
    return counts;
  }

  /** Counts the effects of all plans again. */
  async #recount(): Promise<Counts> {
    const found: Counts[] = [];
    for (const [index, plan] of this.#sent.entries()) {
      const next = this.#sent[index + 1];
      const { missed, firedBeyond, noticesMissing, noticesBeyond, ...alerts } = alertCounts(
        await this.#alerting.outcomeOf(plan, next),
      );
      found.push({
        ...(await compareStored(this.#installation, this.#sentBy(plan, next))),
        ...alerts,
        missed,
        // Each is a second or a false one; no step may make up for another.
        firedTwice: Math.max(0, firedBeyond),
        falseAlerts: Math.max(0, firedBeyond),
        noticesMissing,
        noticesTwice: Math.max(0, noticesBeyond),
      });
    }
    return summed(found);
  }

  end(): void {
    this.#generator.end();
  }

  #plan(rate: number, seconds: number): LoadPlan {
    const plan = new LoadPlan({
      rate,
      seconds,
      readingsPerPublish: 1,
      devices: this.#devices,
      crossings: CROSSINGS_A_SECOND,
      firstSeq: this.#nextSeq,
      startsAt: Math.ceil(now()) + LEAD_MS,
    });
    this.#nextSeq = plan.nextSeq;
    return plan;
  }

  /** Waits for the plan's last readings: readings of other devices may have completed the count of `#store` too early. */
  async #storedOf(plan: LoadPlan): Promise<Counts> {
    let stored: Counts = {};
    const areStored = async () => {
      stored = await compareStored(this.#installation, this.#sentBy(plan));
      return stored['lost'] === 0;
    };
    await until(areStored, { timeoutMs: LAST_MS, everyMs: 500 }).catch(() => undefined);
    return stored;
  }

  /** Takes all readings as acknowledged: the generator only counts acknowledgements, and `unacknowledged` must be 0. */
  #sentBy(plan: LoadPlan, next?: LoadPlan): Numbered[] {
    return deviceNames(this.#devices).map((name, number) => ({
      device: { key: this.#keys.get(name)! },
      first: plan.step.firstSeq,
      end: plan.nextSeq,
      before: next?.step.firstSeq,
      acknowledged: new Set(Array.from(plan.readingsOf(number), ({ seq }) => seq)),
    }));
  }
}

/** An effect that never arrived has an infinite latency. */
const missing = (latencies: readonly number[]): number =>
  latencies.filter((latency) => latency === Infinity).length;

function alertCounts({ expected, fired, toDecided, mailsExpected, mailsSent, toProvider }: AlertOutcome) {
  const [missed, noticesMissing] = [missing(toDecided), missing(toProvider)];
  return {
    crossings: expected,
    missed,
    firedBeyond: fired - (expected - missed),
    noticesMissing,
    noticesBeyond: mailsSent - (mailsExpected - noticesMissing),
  };
}
