import { given } from '@telemon/testing/given';
import type { MqttLogin } from '@telemon/testing/mqtt-device';
import { until } from '@telemon/testing/waiting';
import type { Ground } from '../ground/ground.ts';
import { SET_POINT } from './crossings.ts';

const MADE_AT_ONCE = 4;
/** More mails than any drill can cause. */
const MAIL_LIMIT = 1_000_000;

export interface DrilledDevice {
  readonly name: string;
  /** The prefix of its readings' ids. */
  readonly key: number;
  readonly login: MqttLogin;
  /** The number of its next reading. */
  nextSeq: number;
}

/** Devices with one alert each; all e-mails go to one address. */
export class Fleet {
  readonly devices: readonly DrilledDevice[];
  readonly recipient: string;

  private constructor(devices: readonly DrilledDevice[], recipient: string) {
    this.devices = devices;
    this.recipient = recipient;
  }

  static async make(ground: Ground, count: number): Promise<Fleet> {
    const make = given(await ground.api());
    const recipient = `drill-${Date.now()}@example.com`;
    const sensors = await Promise.all([1, 2].map(() => make.sensorType(ground.managerId)));
    const logins: MqttLogin[] = [];
    const makeOne = async () => {
      const { device, mqtt } = await make.device(
        ground.managerId,
        sensors.map(({ id }) => id),
        { emailLimit: MAIL_LIMIT },
      );
      const alert = { criteria: { values: [SET_POINT] }, contact: null, email: recipient };
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
    const keys = await keysOf(ground);
    const devices = logins.map((login) => ({
      name: login.username,
      key: keys.get(login.username)!,
      login,
      nextSeq: 0,
    }));
    return new Fleet(devices, recipient);
  }
}

/** The keys of all devices, by their names. */
export const keysOf = async ({ database }: Ground): Promise<Map<string, number>> => {
  const devices = database.db('devices').collection<{ _id: string; key: number }>('devices');
  return new Map((await devices.find({}).toArray()).map(({ _id, key }) => [_id, key]));
};
