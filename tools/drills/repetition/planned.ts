import { setTimeout as delay } from 'node:timers/promises';
import type { MqttLogin } from '@telemon/contracts/devices/devices';
import { MqttDevice } from '@telemon/testing/mqtt-device';
import type { DrillInstallation } from '../installation/drill-installation.ts';

const TICK_MS = 5;
const CONNECTING_AT_ONCE = 50;

/** A message and its sending time from the start. */
export interface Planned {
  readonly atMs: number;
  readonly payload: unknown;
}

/** The messages of one device, the earliest first. */
export interface Schedule {
  readonly login: MqttLogin;
  readonly messages: readonly Planned[];
}

/** Sends each message at its time, each device over a connection of its own, and waits until all are acknowledged. */
export async function sendAll({ product }: DrillInstallation, schedules: readonly Schedule[]): Promise<void> {
  const connections: MqttDevice[] = [];
  const waiting = [...schedules];
  const connectSome = async () => {
    for (let schedule = waiting.pop(); schedule !== undefined; schedule = waiting.pop())
      connections[schedules.indexOf(schedule)] = await MqttDevice.connect(
        product.addresses.mqttPort,
        schedule.login,
      );
  };
  await Promise.all(Array.from({ length: CONNECTING_AT_ONCE }, connectSome));
  const begun = performance.now();
  const sendInTime = async ({ messages }: Schedule, connection: MqttDevice) => {
    const acknowledged: Promise<void>[] = [];
    for (const { atMs, payload } of messages) {
      while (performance.now() - begun < atMs) await delay(TICK_MS);
      acknowledged.push(connection.send(payload));
    }
    await Promise.all(acknowledged);
  };
  await Promise.all(schedules.map((schedule, index) => sendInTime(schedule, connections[index]!)));
  for (const connection of connections) connection.end();
}
