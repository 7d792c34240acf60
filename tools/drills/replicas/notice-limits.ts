import { setTimeout as delay } from 'node:timers/promises';
import { given, uniqueName } from '@telemon/testing/given';
import type { MqttLogin } from '@telemon/contracts/devices/devices';
import { MqttDevice } from '@telemon/testing/mqtt-device';
import { until } from '@telemon/testing/waiting';
import { judge, type Tried } from '../drill.ts';
import { SET_POINT } from '../fleet/crossings.ts';
import type { DrillInstallation } from '../installation/drill-installation.ts';
import { ownContact } from './own-contact.ts';

const LIMIT = 10;
const CROSSINGS = 100;
const TURNS = 10;
const MORE_THAN_ENOUGH = 1_000;
/** The period least likely to end while the drill runs. */
const REFRESH = 'Monthly';
const DECIDED_WITHIN_MS = 120_000;

/** The states of a notice that its provider took: the outbox reports an SMS as delivered. */
const SENT = ['sent', 'delivered'];

/** The unique part of a message. */
const UNIQUE_PART = /\S+ is at [\d.]+/;

/** Devices whose notices share one limit. */
interface Limited {
  readonly fault: string;
  readonly channel: 'sms' | 'email';
  readonly to: string;
  readonly logins: readonly MqttLogin[];
}

/**
 * Causes ten times as many notices as each limit allows. A device sends its readings through each bridge in turn, and the readings of
 * several devices reach all replicas of alerting.
 */
export class NoticeLimits {
  readonly #installation: DrillInstallation;
  readonly #all: readonly Limited[];

  private constructor(installation: DrillInstallation, all: readonly Limited[]) {
    this.#installation = installation;
    this.#all = all;
  }

  static async make(installation: DrillInstallation): Promise<NoticeLimits> {
    const make = given(await installation.api());
    const limited = async (
      managerId: string,
      recipient: Record<string, unknown>,
      limits: Record<string, unknown>,
    ) => {
      const sensor = await make.sensorType(managerId);
      const { device, mqtt } = await make.device(managerId, [sensor.id], {
        limitRefresh: REFRESH,
        ...limits,
      });
      await make.alert(device.deviceName, { criteria: { values: [SET_POINT] }, ...recipient });
      return mqtt;
    };
    const email = `${uniqueName('limited')}@example.com`;
    const ofDevice = await limited(installation.managerId, { contact: null, email }, { emailLimit: LIMIT });
    const contact = ownContact();
    const manager = await make.manager({ smsLimit: LIMIT });
    const ofManager: MqttLogin[] = [];
    while (ofManager.length < TURNS)
      ofManager.push(await limited(manager.id, { contact, email: null }, { smsLimit: MORE_THAN_ENOUGH }));
    return new NoticeLimits(installation, [
      {
        fault: `a device with ${LIMIT} e-mails a month crosses its set point ${CROSSINGS} times`,
        channel: 'email',
        to: email,
        logins: [ofDevice],
      },
      {
        fault: `${TURNS} devices of a manager with ${LIMIT} SMS a month cross theirs ${CROSSINGS} times in all, at once`,
        channel: 'sms',
        to: contact,
        logins: ofManager,
      },
    ]);
  }

  /** Crosses all set points, in ten turns within `withinMs`. */
  async cross(ports: readonly number[], withinMs: number): Promise<void> {
    let seq = 0;
    for (let turn = 0; turn < TURNS; turn += 1) {
      const portsOf = (index: number) =>
        ports.map((_, place) => ports[(turn + index + place) % ports.length]!);
      const first = seq;
      await Promise.all(
        this.#all.flatMap(({ logins }) =>
          logins.map((login, index) =>
            sendCrossings(portsOf(index), login, first, CROSSINGS / TURNS / logins.length),
          ),
        ),
      );
      seq += 2 * CROSSINGS;
      await delay(withinMs / TURNS);
    }
  }

  /** Waits until all notices are decided, and counts them. */
  outcome(): Promise<Tried[]> {
    return Promise.all(this.#all.map((limited) => outcomeOf(this.#installation, limited)));
  }
}

/** Each crossing is a reading above the set point with a unique value, and one below. */
async function sendCrossings(
  ports: readonly number[],
  login: MqttLogin,
  first: number,
  count: number,
): Promise<void> {
  const device = await MqttDevice.connect(ports, login);
  const seqs = Array.from({ length: 2 * count }, (_, index) => first + index);
  await Promise.all(
    seqs.map((seq) => {
      const TC1 = seq % 2 === 0 ? SET_POINT + 1 + seq / 10_000 : 1;
      return device.send({ TC1, seq, timestamp: Date.now() });
    }),
  );
  device.end();
}

async function outcomeOf(
  { database }: DrillInstallation,
  { fault, channel, to, logins }: Limited,
): Promise<Tried> {
  const ofDevices = { deviceName: { $in: logins.map(({ username }) => username) }, channel };
  const notices = database.db('alerting').collection('notices');
  const messages = database.db('outbox').collection('messages');
  const count = async () => ({
    crossings: await database
      .db('alerting')
      .collection('alert_log')
      .countDocuments({ deviceName: ofDevices.deviceName }),
    sent: await notices.countDocuments({ ...ofDevices, state: { $in: SENT } }),
    held: await notices.countDocuments({ ...ofDevices, state: 'held', reason: /limit of \d+ .* is used up/ }),
    others: await notices.countDocuments({ ...ofDevices, state: { $nin: [...SENT, 'held'] } }),
    arrived: new Set(
      (await messages.distinct('text', { to })).map((text: string) => UNIQUE_PART.exec(text)?.[0]),
    ).size,
  });
  const isDecided = async () => {
    const { sent, held } = await count();
    return sent + held >= CROSSINGS;
  };
  await until(isDecided, { timeoutMs: DECIDED_WITHIN_MS, everyMs: 500 }).catch(() => undefined);
  return judge(fault, await count(), {
    crossings: CROSSINGS,
    sent: LIMIT,
    held: CROSSINGS - LIMIT,
    others: 0,
    arrived: LIMIT,
  });
}
