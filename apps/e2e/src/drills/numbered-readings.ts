import type { SensorLogRow } from '@telemon/contracts/dashboards';
import type { ApiClient } from '@telemon/testing/api-client';
import { MqttDevice, type MqttLogin } from '@telemon/testing/mqtt-device';

/** A device crosses its set point upwards once in so many readings, and back half-way between. */
const CROSSING_EVERY = 100;
export const SET_POINT = 100;
const MOST_IN_FLIGHT = 20;

/** The first channel of reading `seq`: above the set point in the second half of each stretch, and telling its seq. */
export const valueOf = (seq: number): number =>
  (seq % CROSSING_EVERY >= CROSSING_EVERY / 2 ? SET_POINT + 1 : 1) + seq / 100_000;

/** The values with which a device of `count` readings crosses its set point upwards. */
export const crossingsOf = (count: number): number[] =>
  Array.from({ length: count }, (_, seq) => seq)
    .filter((seq) => seq % CROSSING_EVERY === CROSSING_EVERY / 2)
    .map(valueOf);

/**
 * Sends `count` numbered readings of one device with QoS 1, many in flight, sending again what was not acknowledged.
 * The number travels as `seq` and, to be found again, as the second channel.
 */
export const sendNumbered = async (
  port: number,
  login: MqttLogin,
  count: number,
  acknowledged: (seq: number) => void,
): Promise<void> => {
  const device = await MqttDevice.connect(port, login);
  const start = Date.now();
  const inFlight = new Set<Promise<void>>();
  for (let seq = 0; seq < count; seq++) {
    const sent = device
      .send({ TC1: valueOf(seq), TC2: seq, seq, timestamp: start + seq })
      .then(() => acknowledged(seq))
      .finally(() => inFlight.delete(sent));
    inFlight.add(sent);
    while (inFlight.size >= MOST_IN_FLIGHT) await Promise.race(inFlight);
  }
  await Promise.all(inFlight);
  device.end();
};

export interface StoredCount {
  lost: number;
  duplicate: number;
  phantom: number;
}

/** Compares what was acknowledged with what the sensor log holds. */
export const compareStored = async (
  api: ApiClient,
  deviceName: string,
  sent: Set<number>,
): Promise<StoredCount> => {
  const rows = await api.all<SensorLogRow>(`/deviceDashboard/getSensorLog/${deviceName}`, 'sensorLog');
  const stored = rows.map(({ TC2 }) => TC2 as number);
  const unique = new Set(stored);
  return {
    lost: [...sent].filter((seq) => !unique.has(seq)).length,
    duplicate: stored.length - unique.size,
    phantom: [...unique].filter((seq) => !sent.has(seq)).length,
  };
};
