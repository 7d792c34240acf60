import { setTimeout as delay } from 'node:timers/promises';
import { given } from '@telemon/testing/given';
import { until } from '@telemon/testing/waiting';
import { type NoticeDocument, wasSent } from '../../../apps/alerting/src/delivery/notice.ts';
import { judge, type Tried } from '../drill.ts';
import { compareAlerts, crossingsInOrder } from '../fleet/alerts.ts';
import { Fleet } from '../fleet/fleet.ts';
import { compareStored } from '../fleet/stored.ts';
import type { DrillInstallation } from '../installation/drill-installation.ts';
import { ownContact } from '../replicas/own-contact.ts';
import { summed } from '../summed.ts';
import type { AlertBroker } from './alert-broker.ts';
import { type Breaching, ONCE, prepareBreach, send, TWICE } from './breaching.ts';
import { EXACT_DELIVERY } from './exact-delivery.ts';
import { noticesOf } from './notices.ts';
import { CHANNELS } from './provider.ts';

const DEVICES = 900;
/** Further devices, which have a limit of one e-mail and breach twice. */
const LIMITED = 100;
const BREACH_WITHIN_MS = 1_000;
/** Deadline for the last of 3,200 notices in three channels. The promise of five seconds is for e-mail alone (docs/roadmap.md). */
const LAST_WITHIN_MS = 60_000;
const DECIDED_WITHIN_MS = 120_000;
const HELD = /limit of 1 e-mail a \w+ is used up/;

/** The devices of a breach. Devices with a limit have another manager: a manager has a limit of SMS, too. */
export class Breach {
  readonly #installation: DrillInstallation;
  readonly #many: Fleet;
  readonly #limited: Fleet;

  private constructor(installation: DrillInstallation, many: Fleet, limited: Fleet) {
    this.#installation = installation;
    this.#many = many;
    this.#limited = limited;
  }

  static async make(installation: DrillInstallation, broker: AlertBroker): Promise<Breach> {
    const make = async (count: number, settings = {}) => {
      const { id: managerId } = await given(await installation.api()).manager();
      const others = { contact: ownContact(), broker };
      return Fleet.make(installation, count, { managerId, settings, others });
    };
    return new Breach(installation, await make(DEVICES), await make(LIMITED, { emailLimit: 1 }));
  }

  /** All devices breach within one second. */
  async try(): Promise<Tried> {
    const installation = this.#installation;
    const all = [
      ...(await prepareBreach(installation, this.#many, ONCE)),
      ...(await prepareBreach(installation, this.#limited, TWICE)),
    ];
    const restartsBefore = installation.restarts;
    let lastSentAt = 0;
    try {
      lastSentAt = await breachWithinASecond(all);
      await this.#untilDecided();
    } finally {
      for (const { connection } of all) connection.end();
    }
    const crossings = DEVICES + 2 * LIMITED;
    const { noticesMissing = 0, ...alerts } = await this.#alertsOf(all);
    const counts = {
      ...(await compareStored(installation, all)),
      ...alerts,
      ...(await this.#notices(lastSentAt)),
      arrived: CHANNELS.length * crossings - noticesMissing,
      restarts: installation.restarts - restartsBefore,
    };
    const { noticesMissing: _, ...exact } = EXACT_DELIVERY;
    const sent = CHANNELS.length * crossings - LIMITED;
    return judge(`${DEVICES + LIMITED} devices breach within a second, ${LIMITED} of them twice`, counts, {
      ...exact,
      crossings,
      noticesRepeated: 0,
      sent,
      arrived: sent,
      held: LIMITED,
      others: 0,
      limitsBroken: 0,
      restarts: 0,
      lastNoticeMs: { atMost: LAST_WITHIN_MS },
    });
  }

  async #untilDecided(): Promise<void> {
    const fleets = [this.#many, this.#limited];
    const expected = CHANNELS.length * (this.#many.devices.length + 2 * this.#limited.devices.length);
    const areDecided = async () => {
      const notices = await Promise.all(
        fleets.map((fleet) => noticesOf(this.#installation, fleet, { state: { $ne: 'queued' } })),
      );
      return notices.flat().length >= expected;
    };
    // The counts show missing notices.
    await until(areDecided, { timeoutMs: DECIDED_WITHIN_MS, everyMs: 250 }).catch(() => undefined);
  }

  async #alertsOf(all: readonly Breaching[]): Promise<Record<string, number>> {
    const ofFleet = (fleet: Fleet) =>
      compareAlerts(
        this.#installation,
        fleet,
        all.filter(({ device }) => fleet.devices.includes(device)),
        crossingsInOrder,
      );
    return summed([await ofFleet(this.#many), await ofFleet(this.#limited)]);
  }

  async #notices(lastSentAt: number): Promise<Record<string, number>> {
    const ofLimited = await noticesOf(this.#installation, this.#limited);
    const all = [...(await noticesOf(this.#installation, this.#many)), ...ofLimited];
    const sent = all.filter(wasSent);
    const held = all.filter(isHeld);
    return {
      sent: sent.length,
      held: held.length,
      others: all.length - sent.length - held.length,
      limitsBroken: this.#limited.devices.filter(({ name }) => {
        const mails = ofLimited.filter(
          ({ deviceName, channel }) => deviceName === name && channel === 'email',
        );
        return mails.filter(wasSent).length !== 1 || mails.filter(isHeld).length !== 1;
      }).length,
      lastNoticeMs: Math.max(0, ...sent.map(({ at }) => at.getTime() - lastSentAt)),
    };
  }
}

const isHeld = ({ state, reason }: NoticeDocument): boolean => state === 'held' && HELD.test(reason ?? '');

/** Resolves to the time of the last sending, once all readings are acknowledged. */
async function breachWithinASecond(all: readonly Breaching[]): Promise<number> {
  const from = performance.now();
  const acknowledged: Promise<void>[] = [];
  for (const [index, one] of all.entries()) {
    const earlyMs = from + (index / all.length) * BREACH_WITHIN_MS - performance.now();
    if (earlyMs > 0) await delay(earlyMs);
    acknowledged.push(send(one, one.seqs));
  }
  const lastSentAt = Date.now();
  await Promise.all(acknowledged);
  return lastSentAt;
}
