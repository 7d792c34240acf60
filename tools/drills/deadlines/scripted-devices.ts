import { setTimeout as delay } from 'node:timers/promises';
import { MqttDevice } from '@telemon/testing/mqtt-device';
import { numbered } from '../fleet/crossings.ts';
import type { DrilledDevice, Fleet } from '../fleet/fleet.ts';
import type { Numbered } from '../fleet/stored.ts';
import type { DrillInstallation } from '../installation/drill-installation.ts';

/** The values of a device: a level for so many readings, then the next one. */
export interface Script {
  readonly levels: readonly (readonly [level: number, readings: number])[];
  /** How often the levels follow each other. */
  readonly times: number;
  readonly everyMs: number;
  /** Time from the first reading of a device to that of the next one. */
  readonly apartMs: number;
}

/** A device and the readings that it sent, all from number 0 on. */
export interface ScriptedDevice extends Numbered {
  readonly device: DrilledDevice;
  readonly acknowledged: Set<number>;
}

/** Each reading's level. */
const readingsOf = ({ levels, times }: Script): number[] =>
  Array.from({ length: times }, () =>
    levels.flatMap(([level, readings]) => Array<number>(readings).fill(level)),
  ).flat();

/** How long a fleet of so many devices sends, ms. */
export const lengthOf = (script: Script, devices: number): number =>
  readingsOf(script).length * script.everyMs + (devices - 1) * script.apartMs;

/** Sends the script of each device of a new fleet, and resolves once all readings are acknowledged. */
export async function play(
  { product }: DrillInstallation,
  { devices }: Fleet,
  script: Script,
): Promise<ScriptedDevice[]> {
  const connections = await Promise.all(
    devices.map(({ login }) => MqttDevice.connect(product.addresses.mqttPort, login)),
  );
  const from = performance.now();
  try {
    return await Promise.all(
      devices.map((device, index) =>
        playOne(device, connections[index]!, script, from + index * script.apartMs),
      ),
    );
  } finally {
    for (const connection of connections) connection.end();
  }
}

async function playOne(
  device: DrilledDevice,
  connection: MqttDevice,
  script: Script,
  from: number,
): Promise<ScriptedDevice> {
  const levels = readingsOf(script);
  const acknowledged = new Set<number>();
  const sending: Promise<unknown>[] = [];
  for (const [seq, level] of levels.entries()) {
    await delay(Math.max(0, from + seq * script.everyMs - performance.now()));
    const reading = { TC1: numbered(level, seq), TC2: seq, seq, timestamp: Date.now() };
    sending.push(connection.send(reading).then(() => acknowledged.add(seq)));
  }
  await Promise.all(sending);
  return { device, first: 0, end: levels.length, acknowledged };
}
