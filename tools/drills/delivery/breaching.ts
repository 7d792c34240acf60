import { MqttDevice } from '@telemon/testing/mqtt-device';
import { CROSSING_EVERY, valueOf } from '../fleet/crossings.ts';
import type { DrilledDevice, Fleet } from '../fleet/fleet.ts';
import type { Sent } from '../fleet/stream.ts';
import type { DrillInstallation } from '../installation/drill-installation.ts';

const CONNECTING_AT_ONCE = 50;

/** The number of a reading below the set point, and of one above it. */
const below = (crossing: number): number => crossing * CROSSING_EVERY;
const above = (crossing: number): number => below(crossing) + CROSSING_EVERY / 2;

/** The readings of a device's breach, after one below its set point. */
export const ONCE = [above(0)];
export const TWICE = [above(0), below(1), above(1)];

/** A connected device that is about to breach. */
export interface Breaching extends Sent {
  readonly connection: MqttDevice;
  readonly seqs: readonly number[];
}

/** Connects the devices of a new fleet, some at a time, and has each send a reading below its set point. */
export async function prepareBreach(
  { product }: DrillInstallation,
  { devices }: Fleet,
  seqs: readonly number[],
): Promise<Breaching[]> {
  const ready: Breaching[] = [];
  const left = [...devices];
  const prepareOne = async (device: DrilledDevice) => {
    const connection = await MqttDevice.connect(product.addresses.mqttPort, device.login);
    const acknowledged = new Set<number>();
    const breaching = { device, seqs, first: 0, end: Math.max(...seqs) + 1, acknowledged, connection };
    ready.push(breaching);
    await send(breaching, [below(0)]);
  };
  const prepareSome = async () => {
    for (let device = left.shift(); device; device = left.shift()) await prepareOne(device);
  };
  await Promise.all(Array.from({ length: CONNECTING_AT_ONCE }, prepareSome));
  return ready;
}

/** Sends readings with these numbers, and resolves once they are acknowledged. */
export async function send({ connection, acknowledged }: Breaching, seqs: readonly number[]): Promise<void> {
  await Promise.all(
    seqs.map(async (seq) => {
      await connection.send({ TC1: valueOf(seq), TC2: seq, seq, timestamp: Date.now() });
      acknowledged.add(seq);
    }),
  );
}
