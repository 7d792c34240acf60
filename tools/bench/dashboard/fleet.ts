import { MongoClient, type Document } from 'mongodb';
import { MINUTE_MS } from '@telemon/contracts/durations';
import { HalfHours } from '../../../apps/devices/src/latest/half-hours.ts';
import type { StatesDocument } from '../../../apps/devices/src/latest/states-document.ts';
import { Latest } from '../../../apps/devices/src/latest/latest.ts';
import { StateGroups } from '../../../apps/devices/src/latest/state-groups.ts';

/** The area with the devices, degrees. */
const SOUTH = 36;
const WEST = -9;
const HEIGHT = 24;
const WIDTH = 34;
const HALF_HOURS = 48;
const HALF_HOUR_MS = 30 * MINUTE_MS;
const READINGS_OF_HALF_HOUR = 30;
const FIRST_KEY = 1_000_000;

/** The same numbers in every run, from 0 to 1, evenly spread. */
const share = (number: number, stride: number) => (number * stride) % 1;
const hundredths = (value: number) => Math.round(value * 100) / 100;

/** Mean and number of readings of the last day's half hours. */
const halfHoursOf = (number: number, now: number): HalfHours => {
  const last = Math.floor(now / HALF_HOUR_MS);
  const halfHours = new HalfHours(last);
  for (let slot = 0; slot < HALF_HOURS; slot++) {
    const mean = 20 + 8 * share(number + slot, 0.618);
    for (let reading = 0; reading < READINGS_OF_HALF_HOUR; reading++)
      halfHours.add((last - slot) * HALF_HOUR_MS, mean);
  }
  return halfHours;
};

const stateOf = (number: number, now: number): Latest => {
  const channel = (current: number) => ({ at: now, current, minimum: null, maximum: null, average: null });
  const state = new Latest(FIRST_KEY + number);
  Object.assign(state, { partition: 0, offset: 0, lastUpdated: now, newest: now });
  for (const [index, from] of [20, 40, 4].entries())
    state.channels[index] = channel(hundredths(from + 9 * share(number, 0.37 + index / 10)));
  state.said.battery = { value: hundredths(3.2 + share(number, 0.73)), at: now };
  state.halfHours = halfHoursOf(number, now);
  return state;
};

/**
 * Grows the fleet to `devices` devices: copies of the device `made`, each with its own position, latest values and last day.
 * They are inserted into the devices service's collections, because making 10,000 over /v1 takes minutes.
 */
export async function growFleet(mongoUrl: string, made: string, devices: number): Promise<void> {
  const client = await MongoClient.connect(mongoUrl);
  try {
    const database = client.db('devices');
    const all = database.collection<Document & { _id: string }>('devices');
    const pattern = (await all.findOne({ _id: made }))!;
    const there = await all.countDocuments();
    const now = Date.now();
    const numbers = Array.from({ length: devices - there }, (_, index) => there + index);
    await all.insertMany(
      numbers.map((number) => ({
        ...pattern,
        _id: `bench${String(number).padStart(5, '0')}`,
        key: FIRST_KEY + number,
        deviceAlias: `Cold room ${number}`,
        lat: SOUTH + Math.round(share(number, 0.618_034) * HEIGHT * 1e6) / 1e6,
        lng: WEST + Math.round(share(number, 0.754_878) * WIDTH * 1e6) / 1e6,
      })),
    );
    const groups = new StateGroups(database.collection<StatesDocument>('device_state_groups'));
    await groups.save(numbers.map((number) => stateOf(number, now)));
  } finally {
    await client.close();
  }
}
