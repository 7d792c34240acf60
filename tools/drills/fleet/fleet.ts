import { given, uniqueName } from '@telemon/testing/given';
import type { MqttLogin } from '@telemon/contracts/devices/devices';
import { until } from '@telemon/testing/waiting';
import type { DrillInstallation } from '../installation/drill-installation.ts';
import { nextStretch, SET_POINT } from './crossings.ts';
import type { Received } from './received.ts';

const MADE_AT_ONCE = 4;
const SHARED_DEVICES = 10;
/** More SMS or e-mails than any drill can cause. */
const DEVICE_LIMIT = 1_000_000;
/** The MQTT topic of all alerts. */
const TOPIC = 'drill/alerts';

export interface DrilledDevice {
  readonly name: string;
  /** The prefix of its readings' ids. */
  readonly key: number;
  readonly login: MqttLogin;
  /** The number of its next reading. */
  nextSeq: number;
  /** The first numbers of its streams. */
  readonly firsts: number[];
}

/** Begins a stream of a device, and returns its first number, which is below the set point. */
export function beginStream(device: DrilledDevice): number {
  const first = nextStretch(device.nextSeq);
  device.firsts.push(first);
  return first;
}

/** The recipients of a fleet's notices by SMS and, if it has a broker, over MQTT. */
interface OtherRecipients {
  readonly contact: string;
  readonly broker?: { readonly host: string; readonly port: number; readonly received: Received };
}

interface FleetOptions {
  readonly managerId?: string;
  /** Further settings of each device. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Further terms of each alert; without them, it fires above the set point. */
  readonly alert?: Readonly<Record<string, unknown>>;
  /** Without other recipients, the alerts send only e-mails. */
  readonly others?: OtherRecipients;
}

/** Devices with one alert each; all e-mails go to one address. */
export class Fleet {
  readonly devices: readonly DrilledDevice[];
  readonly recipient: string;
  readonly others: OtherRecipients | null;

  private constructor(devices: readonly DrilledDevice[], recipient: string, others: OtherRecipients | null) {
    this.devices = devices;
    this.recipient = recipient;
    this.others = others;
  }

  /** The fleet that drills in their short form share, one after the other, on an installation. */
  static ofShortForm(installation: DrillInstallation): Promise<Fleet> {
    let fleet = SHARED.get(installation);
    if (!fleet) SHARED.set(installation, (fleet = Fleet.make(installation, SHARED_DEVICES)));
    return fleet;
  }

  static async make(
    installation: DrillInstallation,
    count: number,
    { managerId = installation.managerId, settings, alert: terms, others }: FleetOptions = {},
  ): Promise<Fleet> {
    const make = given(await installation.api());
    const recipient = `${uniqueName('drill')}@example.com`;
    const sensors = await Promise.all([1, 2].map(() => make.sensorType(managerId)));
    const alert = {
      criteria: { values: [SET_POINT] },
      contact: others?.contact ?? null,
      email: recipient,
      ...(others?.broker && {
        mqttEnabled: 'enabled',
        host: others.broker.host,
        port: others.broker.port,
        topic: TOPIC,
      }),
      ...terms,
    };
    const logins: MqttLogin[] = [];
    const makeOne = async () => {
      const { device, mqtt } = await make.device(
        managerId,
        sensors.map(({ id }) => id),
        { smsLimit: DEVICE_LIMIT, emailLimit: DEVICE_LIMIT, ...settings },
      );
      await make.alert(device.deviceName, alert);
      return mqtt;
    };
    // A busy machine may answer 503: then another device is created.
    const makeSurely = async () =>
      logins.push(await until(makeOne, { everyMs: 1_000, what: 'another device' }));
    // The first uses of a sensor type conflict and restart each other, so the first device is created alone.
    await makeSurely();
    let begun = 1;
    const makeSome = async () => {
      while (begun < count) {
        begun += 1;
        await makeSurely();
      }
    };
    await Promise.all(Array.from({ length: MADE_AT_ONCE }, makeSome));
    const keys = await keysOf(installation);
    const devices = logins.map((login) => ({
      name: login.username,
      key: keys.get(login.username)!,
      login,
      nextSeq: 0,
      firsts: [],
    }));
    return new Fleet(devices, recipient, others ?? null);
  }
}

const SHARED = new WeakMap<DrillInstallation, Promise<Fleet>>();

/** The keys of all devices, by their names. */
export const keysOf = async ({ database }: DrillInstallation): Promise<Map<string, number>> => {
  const devices = database.db('devices').collection<{ _id: string; key: number }>('devices');
  return new Map((await devices.find({}).toArray()).map(({ _id, key }) => [_id, key]));
};
