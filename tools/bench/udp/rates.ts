import { ApiClient } from '@telemon/testing/api-client';
import { given } from '@telemon/testing/given';
import type { WholeProduct } from '@telemon/testing/whole-product';
import { setTimeout as delay } from 'node:timers/promises';
import { step, type Say } from '../../servers/progress.ts';
import { now } from '../durations.ts';
import { deviceNames, type DeviceLogin } from '../ingest/fleet.ts';
import type { Sending } from '../ingest/generator/generator-messages.ts';
import { GeneratorProcess } from '../ingest/generator/generator-process.ts';
import { LoadPlan } from '../ingest/load-plan.ts';
import { furnish } from '../ingest/sides/telemon-fleet.ts';
import { CostMeter } from '../processes.ts';
import { telemonProcesses } from '../telemon-processes.ts';
import { type Counts, countsOf, droppedSince, standingStill } from './counts.ts';
import type { BenchOptions } from './options.ts';
import type { RateFigures } from './results.ts';
import { beside, newSender, runningInstallation } from './running.ts';
import { VALUES } from './values.ts';

/** A rate counts as held if nothing is lost, and all is stored and ruled so soon after the last datagram, ms. */
const HELD_WITHIN_MS = 1_000;
/** When no count grows for this long, the missing readings count as lost, ms. */
const PATIENCE_MS = 15_000;
const LOOK_EVERY_MS = 50;
const WARM_UP = { rate: 2_000, seconds: 5 };
/** `seq` starts here, so that it always has seven digits. */
const FIRST_SEQ = 1_000_000;
/** Time for the generator to get its plan before the first reading is due, ms. */
const LEAD_MS = 400;

/** The readings over MQTT and the datagrams that have been sent. */
interface Sent {
  readonly overMqtt: Sending;
  readonly datagrams: number;
}

/** The load of one installation: datagrams of all devices, beside the same devices' readings over MQTT. */
class Load {
  readonly #sender = newSender();
  readonly #generator = beside(new GeneratorProcess());
  readonly #names: readonly string[];
  readonly #running: WholeProduct;
  readonly #options: BenchOptions;
  #nextSeq = FIRST_SEQ;

  constructor(running: WholeProduct, options: BenchOptions) {
    this.#running = running;
    this.#options = options;
    this.#names = deviceNames(options.rateDevices);
  }

  connect(logins: readonly DeviceLogin[]): Promise<void> {
    return this.#generator.connect({ host: '127.0.0.1', port: this.#running.addresses.mqttPort }, logins);
  }

  /** Sends datagrams at a rate, none at 0, beside readings over MQTT. */
  async send(perSecond: number, seconds: number): Promise<Sent> {
    const { mqtt, rateDevices: devices } = this.#options;
    const plan = new LoadPlan({
      rate: mqtt,
      seconds,
      readingsPerPublish: 1,
      devices,
      crossings: 0,
      firstSeq: this.#nextSeq,
      startsAt: Math.ceil(now()) + LEAD_MS,
    });
    this.#nextSeq = plan.nextSeq;
    const { udpPort: port } = this.#running.addresses;
    const names = this.#names;
    const [overMqtt, { sent }] = await Promise.all([
      this.#generator.send(plan.step),
      perSecond === 0
        ? { sent: 0 }
        : this.#sender.ask({
            port,
            perSecond,
            seconds,
            names,
            sources: names.length,
            areNew: true,
            values: VALUES,
          }),
    ]);
    return { overMqtt, datagrams: sent };
  }
}

/** Sends datagrams of registered devices, each with ten alerts, at rising rates, beside readings over MQTT. */
export async function measureRates(options: BenchOptions, say: Say): Promise<RateFigures[]> {
  if (options.rates.length === 0) return [];
  return runningInstallation(say, {}, async (product) => {
    const { url, adminEmail, adminPassword } = product.addresses;
    const v1 = await ApiClient.signIn(url, adminEmail, adminPassword);
    const { id: managerId } = await given(v1).manager();
    const logins = await step(say, `Making ${options.rateDevices} devices with their alerts`, () =>
      furnish(v1, [managerId], options.rateDevices),
    );
    const load = new Load(product, options);
    await load.connect(logins);
    await step(say, 'Warming up', () => measureRate(product, load, WARM_UP.rate, WARM_UP.seconds));
    const measured: RateFigures[] = [];
    for (const rate of options.rates)
      measured.push(
        await step(say, `${rate} datagrams a second`, () =>
          measureRate(product, load, rate, options.seconds),
        ),
      );
    return measured;
  });
}

async function measureRate(
  running: WholeProduct,
  load: Load,
  rate: number,
  seconds: number,
): Promise<RateFigures> {
  // MQTT alone in turn with MQTT beside datagrams: other load on the machine changes both.
  const alone = await load.send(0, seconds);
  const before = await standingStill(running);
  const meter = new CostMeter(() => telemonProcesses(running));
  meter.begin();
  const { overMqtt, datagrams: sent } = await load.send(rate, seconds);
  const sentAt = now();
  const expected = sent + overMqtt.sent;
  const { after, completeAt } = await complete(running, before, expected);
  const { processes } = meter.end();
  const dropped = droppedSince(before, after);
  const received = after.received - before.received;
  const stored = after.stored - before.stored - overMqtt.sent;
  const ruled = after.ruled - before.ruled - overMqtt.sent;
  const drainedMs = completeAt - sentAt;
  const cpuMs = processes.reduce((sum, process) => sum + process.cpuMs, 0);
  return {
    rate,
    sent,
    received,
    stored,
    ruled,
    dropped,
    accountedPercent: (100 * (received + (dropped['receive-buffer'] ?? 0))) / sent,
    drainedMs,
    cpuUsPerReading: (cpuMs * 1_000) / expected,
    mqttAlone: alone.overMqtt.toAcknowledged,
    mqttBeside: overMqtt.toAcknowledged,
    mqttLost: overMqtt.sent - overMqtt.acknowledged,
    held: stored === sent && ruled === sent && drainedMs <= HELD_WITHIN_MS,
  };
}

/** Waits until as many more readings are stored and ruled, and returns when that was; Infinity if some are missing. */
async function complete(
  running: WholeProduct,
  before: Counts,
  expected: number,
): Promise<{ after: Counts; completeAt: number }> {
  let after = await countsOf(running);
  let grewAt = now();
  for (;;) {
    const last = after;
    if (after.stored - before.stored >= expected && after.ruled - before.ruled >= expected)
      return { completeAt: now(), after: await standingStill(running) };
    if (now() - grewAt > PATIENCE_MS) return { after, completeAt: Infinity };
    await delay(LOOK_EVERY_MS);
    after = await countsOf(running);
    if (after.stored > last.stored || after.ruled > last.ruled) grewAt = now();
  }
}
