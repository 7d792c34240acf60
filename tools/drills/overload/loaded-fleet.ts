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
import { compareStored, type Numbered } from '../fleet/stored.ts';
import type { Ground } from '../ground/ground.ts';

/** From here on a `seq` has seven digits, as the generator wants it. */
const FIRST_SEQ = 1_000_000;
/** So that generator and probe know the plan before its first reading is due, ms. */
const LEAD_MS = 400;
/** What is not stored by then is lost, ms. */
const PATIENCE_MS = 240_000;
/** Where so many are stored as should be, the last of them are by then, ms. */
const LAST_MS = 20_000;
const CROSSINGS_A_SECOND = 20;

/** What holds of every stretch of load. */
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
  /** From the moment at which a reading was due to be sent until it could be read, of a sample. */
  readonly toStored: Spread;
}

/**
 * Devices whose readings the generator of `npm run bench:ingest` sends: each when it is due, whatever became of those
 * before it. Telemon holds them back through their sockets where it can't follow. Each device has ten alerts.
 */
export class LoadedFleet {
  readonly #ground: Ground;
  readonly #devices: number;
  readonly #keys: ReadonlyMap<string, number>;
  readonly #store: ReadingStore;
  readonly #alerting: TelemonAlerting;
  readonly #generator = new GeneratorProcess();
  #nextSeq = FIRST_SEQ;

  private constructor(
    ground: Ground,
    devices: number,
    keys: ReadonlyMap<string, number>,
    naming: Awaited<ReturnType<typeof telemonNaming>>,
  ) {
    this.#ground = ground;
    this.#devices = devices;
    this.#keys = keys;
    this.#store = telemonReadings(ground.database, naming);
    this.#alerting = new TelemonAlerting(ground.database, naming);
  }

  /** Makes the devices, of which an installation can have one such fleet, and connects them. */
  static async connect(ground: Ground, devices: number): Promise<LoadedFleet> {
    const logins = await furnish(await ground.api(), ground.managerId, devices);
    const naming = await telemonNaming(ground.database);
    const fleet = new LoadedFleet(ground, devices, await keysOf(ground), naming);
    const endpoint = { host: '127.0.0.1', port: ground.product.addresses.mqttPort };
    await fleet.#generator.connect(endpoint, logins);
    return fleet;
  }

  /** Sends `rate` readings a second, of all devices together, and waits until all that they cause has come. */
  send(rate: number, seconds: number): Promise<Counts> {
    return this.#send(this.#plan(rate, seconds));
  }

  /** The same, and takes the time of some. Where Telemon is far behind, looking for those would slow its database. */
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
    return {
      ...(await this.#storedOf(plan)),
      sent,
      acknowledged,
      unacknowledged: sent - acknowledged,
      connectionsLost,
      ...alertCounts(alerts),
      drainedMs,
    };
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

  /** Others may have stored some, so that the number of all readings told too early that these are. */
  async #storedOf(plan: LoadPlan): Promise<Counts> {
    let stored: Counts = {};
    const areStored = async () => {
      stored = await compareStored(this.#ground, this.#sentBy(plan));
      return stored['lost'] === 0;
    };
    await until(areStored, { timeoutMs: LAST_MS, everyMs: 500 }).catch(() => undefined);
    return stored;
  }

  /** The generator counts acknowledgements; it is known for all only where it counted as many as it sent. */
  #sentBy(plan: LoadPlan): Numbered[] {
    return deviceNames(this.#devices).map((name, number) => ({
      device: { key: this.#keys.get(name)! },
      first: plan.step.firstSeq,
      end: plan.nextSeq,
      acknowledged: new Set(Array.from(plan.readingsOf(number), ({ seq }) => seq)),
    }));
  }
}

/** What never came has taken for ever. */
const missing = (latencies: readonly number[]): number =>
  latencies.filter((latency) => latency === Infinity).length;

function alertCounts({
  expected,
  fired,
  toDecided,
  mailsExpected,
  mailsSent,
  toProvider,
}: AlertOutcome): Counts {
  const [missed, noticesMissing] = [missing(toDecided), missing(toProvider)];
  return {
    crossings: expected,
    missed,
    firedBeyond: fired - (expected - missed),
    noticesMissing,
    noticesBeyond: mailsSent - (mailsExpected - noticesMissing),
  };
}
