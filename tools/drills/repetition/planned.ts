import { setTimeout as delay } from 'node:timers/promises';
import { MqttDevice, type MqttLogin } from '@telemon/testing/mqtt-device';
import type { Ground } from '../ground/ground.ts';

const TICK_MS = 5;
const CONNECTING_AT_ONCE = 50;

/** A message and its sending time from the start. */
export interface Planned {
  readonly atMs: number;
  readonly payload: unknown;
}

/** The messages of one device, the earliest first. */
export interface Plan {
  readonly login: MqttLogin;
  readonly messages: readonly Planned[];
}

/** Sends each message at its time, each device over a connection of its own, and waits until all are acknowledged. */
export async function sendAll({ product }: Ground, plans: readonly Plan[]): Promise<void> {
  const connections: MqttDevice[] = [];
  const waiting = [...plans];
  const connectSome = async () => {
    for (let plan = waiting.pop(); plan !== undefined; plan = waiting.pop())
      connections[plans.indexOf(plan)] = await MqttDevice.connect(product.addresses.mqttPort, plan.login);
  };
  await Promise.all(Array.from({ length: CONNECTING_AT_ONCE }, connectSome));
  const begun = performance.now();
  const sendInTime = async ({ messages }: Plan, connection: MqttDevice) => {
    const acknowledged: Promise<void>[] = [];
    for (const { atMs, payload } of messages) {
      while (performance.now() - begun < atMs) await delay(TICK_MS);
      acknowledged.push(connection.send(payload));
    }
    await Promise.all(acknowledged);
  };
  await Promise.all(plans.map((plan, index) => sendInTime(plan, connections[index]!)));
  for (const connection of connections) connection.end();
}
