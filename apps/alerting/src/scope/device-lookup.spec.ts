import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { NatsConnection } from '@nats-io/transport-node';
import { type Actor, SYSTEM } from '@telemon/contracts/actor';
import type { AnswerOf, Call, QuestionOf } from '@telemon/contracts/call';
import { credentials, devices } from '@telemon/contracts/devices/devices';
import type { DeviceState } from '@telemon/contracts/facts';
import type { ErrorKind } from '@telemon/contracts/errors';
import type { FactCopies } from '@telemon/platform/facts/fact-copies';
import { type AskedBy, Asker } from '@telemon/platform/messaging/asker';
import { connectNats } from '@telemon/platform/messaging/nats';
import { aDevice } from '@telemon/testing/builders';
import { AnsweringService } from '@telemon/testing/answering-service';
import { servers } from '@telemon/testing/servers';
import { until } from '@telemon/testing/waiting';
import { DeviceLookup } from './device-lookup.ts';
import { KnownDevices } from './known-devices.ts';

let nats: NatsConnection;
let service: AnsweringService;

beforeAll(async () => {
  nats = await connectNats(servers().natsUrl, 'spec');
  service = await AnsweringService.start();
});
afterEach(() => service.forget());
afterAll(async () => {
  await service.stop();
  await nats.close();
});

/** Sends each call to the subject that `directed` chooses. */
class DirectedAsker extends Asker {
  constructor(private readonly directed: <C extends Call>(call: C) => C) {
    super(nats);
  }

  override ask<C extends Call>(call: C, request: QuestionOf<C>, by?: AskedBy): Promise<AnswerOf<C>> {
    return super.ask(this.directed(call), request, by);
  }
}

const noFacts = { of: () => ({ onChange: () => undefined, get: () => undefined }) } as unknown as FactCopies;
const find = (directed = <C extends Call>(call: C): C => service.withPrefix(call)) =>
  new DeviceLookup(new KnownDevices(noFacts), new DirectedAsker(directed)).find(SYSTEM, 'pump01');

const notFound = { code: 'DeviceNotFound', failure: { kind: 'not-found' } };
const unavailable = { code: 'Unavailable', failure: { kind: 'unavailable' } };

describe('a device that alerting does not know', () => {
  it('does not exist if the devices service says so', async () => {
    service.refuse(devices.get, { code: 'DeviceNotFound', kind: 'not-found', message: 'none' });
    await expect(find()).rejects.toMatchObject(notFound);
  });

  it('may exist if no devices service runs', async () => {
    await expect(find((call) => service.withoutAnswer(call))).rejects.toMatchObject(unavailable);
  });

  it('may exist if the devices service does not answer in time', async () => {
    service.keepSilent(devices.get);
    const impatient = <C extends Call>(call: C): C => ({ ...service.withPrefix(call), answerWithinMs: 100 });
    await expect(find(impatient)).rejects.toMatchObject(unavailable);
  });

  it.each(['internal', 'unavailable', 'limited'] as ErrorKind[])(
    'may exist if the devices service answers %s',
    async (kind) => {
      service.refuse(devices.get, { code: 'X', kind, message: 'x' });
      await expect(find()).rejects.toMatchObject(unavailable);
    },
  );
});

describe('making an alert for a device', () => {
  /** A copy that knows the first device of the name. */
  const former = aDevice({ deviceName: 'pump01', deviceAlias: 'Former', deviceKey: 1 });
  const copyOf = (known: { device: DeviceState; version: number }) =>
    ({
      of: () => ({ onChange: () => undefined, get: () => known.device, versionOf: () => known.version }),
    }) as unknown as FactCopies;
  const findPresent = (known: { device: DeviceState; version: number }, actor: Actor = SYSTEM) =>
    new DeviceLookup(
      new KnownDevices(copyOf(known)),
      new DirectedAsker((call) => service.withPrefix(call)),
    ).findPresent(actor, 'pump01');

  it('waits for the facts about another device that has its name now', async () => {
    const known = { device: former, version: 1 };
    service.answer(credentials.lookUp, { version: 3, login: null });
    const found = findPresent(known);
    await until(() => service.questions.length > 0, { everyMs: 1 });
    known.version = 2;
    const present = { ...former, deviceAlias: 'Present', deviceKey: 2 };
    setTimeout(() => Object.assign(known, { device: present, version: 3 }), 100);
    await expect(found).resolves.toMatchObject({ deviceAlias: 'Present' });
  });

  it('is unavailable if the facts do not come in time', async () => {
    service.answer(credentials.lookUp, { version: 2, login: null });
    await expect(findPresent({ device: former, version: 1 })).rejects.toMatchObject(unavailable);
  });

  it('fails as for a missing device if the device is foreign, although its facts do not come in time', async () => {
    const foreigner: Actor = { id: 'm2', role: 'manager', managerId: 'm2', mqttAdmin: false };
    service.refuse(devices.get, { code: 'DeviceNotFound', kind: 'not-found', message: 'none' });
    service.answer(credentials.lookUp, { version: 2, login: null });
    await expect(findPresent({ device: former, version: 1 }, foreigner)).rejects.toMatchObject(notFound);
  });

  it('is unavailable while the devices service does not answer', async () => {
    service.refuse(credentials.lookUp, { code: 'X', kind: 'internal', message: 'x' });
    await expect(findPresent({ device: former, version: 1 })).rejects.toMatchObject(unavailable);
  });
});
