// The load generator, a process of its own. Its load is open: each publish is sent at its planned time, whether or not
// the earlier ones are acknowledged.
import { setTimeout as delay } from 'node:timers/promises';
import { now, spreadOf } from '../../durations.ts';
import { answerParent } from '../../forked-program.ts';
import type { DeviceLogin } from '../fleet.ts';
import { LoadPlan, type LoadStep } from '../load-plan.ts';
import { DeviceConnection, type Endpoint } from './device-connection.ts';
import type { GeneratorDone, GeneratorRequest, Sending } from './generator-messages.ts';
import { PublishTemplate } from './publish-template.ts';

const TICK_MS = 1;
const CONNECTING_AT_ONCE = 50;
const PING_EVERY_MS = 50_000;
/** Without an acknowledgement for this long, the rest count as lost. */
const PATIENCE_MS = 20_000;

let connections: DeviceConnection[] = [];
let names: string[] = [];
let connectionsLost = 0;

async function connectAll(endpoint: Endpoint, logins: readonly DeviceLogin[]): Promise<void> {
  names = logins.map(({ deviceName }) => deviceName);
  connections = [];
  connectionsLost = 0;
  let next = 0;
  const connectSome = async () => {
    while (next < logins.length) {
      const device = next++;
      const connection = await DeviceConnection.open(endpoint, logins[device]!);
      connection.onClosed = () => void connectionsLost++;
      connections[device] = connection;
    }
  };
  await Promise.all(Array.from({ length: CONNECTING_AT_ONCE }, connectSome));
}

async function send(step: LoadStep): Promise<Sending> {
  const plan = new LoadPlan(step);
  const templates = names.map((name) => new PublishTemplate(name, step.readingsPerPublish));
  const lostBefore = connectionsLost;
  const toAcknowledged: number[] = [];
  const lateness: number[] = [];
  let lastAcknowledgement = 0;
  for (const connection of connections) {
    connection.onAcknowledged = (dueAt) => {
      lastAcknowledgement = now();
      toAcknowledged.push(lastAcknowledgement - dueAt);
    };
  }

  await delay(Math.max(0, step.startsAt - now()));
  for (let publish = 0; publish < plan.publishes;) {
    const tick = now();
    for (const due = plan.dueBy(tick); publish < due; publish++) {
      const device = plan.deviceOf(publish);
      const dueAt = plan.dueAt(publish);
      connections[device]!.publish(dueAt, (identifier) =>
        templates[device]!.packet(identifier, plan, publish),
      );
      lateness.push(now() - dueAt);
    }
    await delay(TICK_MS);
  }

  const sentAt = now();
  while (
    toAcknowledged.length < plan.publishes &&
    now() - Math.max(lastAcknowledgement, sentAt) < PATIENCE_MS
  ) {
    await delay(5);
  }
  return {
    sent: plan.readings,
    acknowledged: toAcknowledged.length * step.readingsPerPublish,
    toAcknowledged: spreadOf(toAcknowledged),
    lateness: spreadOf(lateness),
    connectionsLost: connectionsLost - lostBefore,
  };
}

async function answer(request: GeneratorRequest): Promise<GeneratorDone> {
  switch (request.kind) {
    case 'connect':
      await connectAll(request.endpoint, request.logins);
      return {};
    case 'send':
      return { sending: await send(request.step) };
    case 'disconnect':
      for (const connection of connections) connection.close();
      connections = [];
      return {};
  }
}

setInterval(() => {
  for (const connection of connections) connection?.ping();
}, PING_EVERY_MS).unref();

answerParent(answer);
