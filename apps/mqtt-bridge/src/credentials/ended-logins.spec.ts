import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DeviceState } from '@telemon/contracts/facts';
import { UnknownDevices } from '@telemon/edge/unknown-devices';
import { unavailable } from '@telemon/platform/errors';
import { FactCopies } from '@telemon/platform/facts/fact-copies';
import { Lifecycle } from '@telemon/platform/lifecycle';
import type { Asker } from '@telemon/platform/messaging/asker';
import { Mongo } from '@telemon/platform/mongo';
import { aDevice } from '@telemon/testing/builders';
import { type FreshDatabase, freshDatabase } from '@telemon/testing/database';
import { uniqueName } from '@telemon/testing/given';
import { randomOf } from '@telemon/testing/random';
import { until } from '@telemon/testing/waiting';
import { type GivenEndpoint, givenEndpoint } from '../../testing/given-endpoint.ts';
import { sha256 } from '../../testing/memory-logins.ts';
import { RawClient } from '../../testing/raw-client.ts';
import { Credentials } from './credentials.ts';

/** A device as devices stores it: password null if it is deleted; a key for each device that had the name. */
interface Truth {
  version: number;
  deviceKey: number;
  password: string | null;
}

let database: FreshDatabase;
let mongo: Mongo;
let copies: FactCopies;
let credentials: Credentials;
let endpoint: GivenEndpoint;

/** Unanswered look-ups, by the device's name. */
const questions = new Map<string, ((truth: Truth | null) => void)[]>();

const lookUp = async (_call: unknown, { deviceName }: { deviceName: string }) => {
  const { promise, resolve } = Promise.withResolvers<Truth | null>();
  questions.set(deviceName, [...(questions.get(deviceName) ?? []), resolve]);
  const truth = await promise;
  if (truth === null) throw unavailable();
  const { version, deviceKey, password } = truth;
  return { version, login: password === null ? null : { deviceKey, passwordSha256: sha256(password) } };
};

beforeAll(async () => {
  database = await freshDatabase();
  mongo = new Mongo(database.url, 'ended-logins-spec');
  copies = new FactCopies(mongo, undefined as never, 'ended-logins-spec', new Lifecycle());
  const asker = { ask: lookUp } as unknown as Asker;
  const lifecycle = new Lifecycle();
  credentials = new Credentials(copies, asker, new UnknownDevices(asker, lifecycle, 'mqtt'));
  endpoint = await givenEndpoint({}, { authenticator: credentials });
  credentials.onChange((deviceName) => endpoint.server.connections.endIfRevoked(deviceName));
});

afterAll(async () => {
  await endpoint.stop();
  await mongo.close();
  await database.drop();
});

/** A device with a password and no fact yet, and each step that may happen to it. */
class Story {
  readonly name = uniqueName('story');
  /** Every state that it was in, the present one last. */
  readonly truths: Truth[] = [{ version: 1, deviceKey: 1, password: 'first' }];
  private delivered = 0;
  readonly clients: { client: RawClient; password: string }[] = [];
  private readonly connecting: Promise<void>[] = [];

  get present(): Truth {
    return this.truths.at(-1)!;
  }

  change(password: string | null): void {
    const { version, deviceKey, password: before } = this.present;
    this.truths.push({
      version: version + 1,
      deviceKey: before === null ? deviceKey + 1 : deviceKey,
      password,
    });
  }

  /** Delivers the next fact. */
  tell(): Promise<void> | undefined {
    const truth = this.truths[this.delivered];
    if (!truth) return undefined;
    this.delivered++;
    const { version, deviceKey, password } = truth;
    const state: DeviceState | null =
      password === null
        ? null
        : aDevice({ deviceName: this.name, deviceKey, passwordSha256: sha256(password) });
    return copies.of('device').apply([{ kind: 'device', key: this.name, version, state }]);
  }

  signIn(password: string): Promise<void> {
    const signedIn = RawClient.open(endpoint.port).then((client) => {
      client.connect({ name: this.name, password });
      this.clients.push({ client, password });
    });
    this.connecting.push(signedIn);
    return signedIn;
  }

  /** Answers a look-up with a state that the device was in. */
  answer(truth: Truth): void {
    questions.get(this.name)?.shift()?.(truth);
  }

  /** Lets a look-up fail. */
  fail(): void {
    questions.get(this.name)?.shift()?.(null);
  }

  get unanswered(): number {
    return questions.get(this.name)?.length ?? 0;
  }

  /** Delivers all facts and answers all look-ups, until every client is signed in or refused. */
  async end(): Promise<void> {
    await Promise.all(this.connecting);
    while (this.delivered < this.truths.length) await this.tell();
    await until(
      () => {
        while (this.unanswered > 0) this.answer(this.present);
        return this.clients.every(({ client }) => client.received > 0 || client.isClosed);
      },
      { everyMs: 1 },
    );
  }
}

describe('a login', () => {
  it('that a fact ended during the look-up is refused despite the outdated answer', async () => {
    const story = new Story();
    await story.signIn('first');
    await until(() => story.unanswered === 1);
    const [asOfThen] = story.truths;
    story.change(null);
    await story.tell();
    await story.tell();
    story.answer(asOfThen!);
    await until(() => story.unanswered === 1);
    story.answer(story.present);
    expect(await story.clients[0]!.client.untilClosed()).toMatchObject([
      { cmd: 'connack', reasonCode: 0x86 },
    ]);
  });

  it('that a fact ended after the look-up is refused despite the cached answer', async () => {
    const story = new Story();
    await story.signIn('first');
    await until(() => story.unanswered === 1);
    story.answer(story.present);
    expect(await story.clients[0]!.client.next()).toMatchObject({ cmd: 'connack', reasonCode: 0 });
    story.change('second');
    await story.tell();
    await story.tell();
    await story.signIn('first');
    await until(() => story.unanswered === 1);
    story.answer(story.present);
    const [before, after] = story.clients;
    expect(await before!.client.untilClosed()).toMatchObject([{ cmd: 'disconnect', reasonCode: 0x98 }]);
    expect(await after!.client.untilClosed()).toMatchObject([{ cmd: 'connack', reasonCode: 0x86 }]);
  });

  it('that has ended loses its connection and is refused, even if devices goes away before it answers', async () => {
    const story = new Story();
    await story.tell();
    await story.signIn('first');
    const { client } = story.clients[0]!;
    expect(await client.next()).toMatchObject({ cmd: 'connack', reasonCode: 0 });
    story.change('second');
    const { version } = story.present;
    void credentials.endLogins({ deviceName: story.name, version });
    // The look-up gets neither an answer nor a failure.
    expect(await client.untilClosed()).toMatchObject([{ cmd: 'disconnect', reasonCode: 0x98 }]);
    story.fail();
    await story.signIn('first');
    // If the pause after the failed look-up is over, another one fails.
    await until(() => {
      while (story.unanswered > 0) story.fail();
      return story.clients[1]!.client.isClosed;
    });
    expect(await story.clients[1]!.client.untilClosed()).toMatchObject([
      { cmd: 'connack', reasonCode: 0x88 },
    ]);
    await story.tell();
    await story.signIn('second');
    expect(await story.clients[2]!.client.next()).toMatchObject({ cmd: 'connack', reasonCode: 0 });
    story.clients[2]!.client.close();
    // After a failed look-up there is a pause.
    const later = new Story();
    await until(async () => {
      await later.signIn('any');
      return later.unanswered > 0;
    });
    await later.end();
  });

  it('of a device that was created since the cached answer is accepted before its fact has come', async () => {
    const story = new Story();
    story.change(null);
    await story.signIn('anew');
    await until(() => story.unanswered === 1);
    story.answer(story.present);
    expect(await story.clients[0]!.client.untilClosed()).toMatchObject([{ reasonCode: 0x86 }]);
    story.change('anew');
    await story.signIn('anew');
    await until(() => story.unanswered === 1);
    story.answer(story.present);
    const { client } = story.clients[1]!;
    expect(await client.next()).toMatchObject({ cmd: 'connack', reasonCode: 0 });
    client.close();
  });

  it('of a device that was created again is not ended by facts about the former one', async () => {
    const story = new Story();
    story.change(null);
    story.change('anew');
    await story.signIn('anew');
    await until(() => story.unanswered === 1);
    story.answer(story.present);
    const { client } = story.clients[0]!;
    expect(await client.next()).toMatchObject({ cmd: 'connack', reasonCode: 0 });
    for (let fact = 0; fact < 3; fact++) await story.tell();
    expect(await client.ping()).toEqual([]);
    client.close();
  });

  it.each(Array.from({ length: 60 }, (_, seed) => seed))(
    'has no connection once its end is known, in any order of events (seed %i)',
    async (seed) => {
      const random = randomOf(seed + 1);
      const story = new Story();
      const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)]!;
      const passwords = ['first', 'second', 'third'];
      const steps = [
        () => story.signIn(pick(passwords)),
        () => story.signIn(story.present.password ?? 'first'),
        () => story.tell(),
        () => story.tell(),
        () => void credentials.endLogins({ deviceName: story.name, version: story.present.version }),
        () => story.change(random() < 0.4 ? null : pick(passwords)),
        () => story.answer(pick(story.truths.slice(-2))),
        () => new Promise((resolve) => setImmediate(resolve)),
        () => new Promise((resolve) => setTimeout(resolve, 1)),
      ];
      for (let step = 0; step < 25; step++) {
        const done = pick(steps)();
        if (random() < 0.5) await done;
      }
      await story.end();
      const open = () => story.clients.filter(({ client }) => !client.isClosed);
      await until(() => open().length <= 1, { everyMs: 1 });
      await until(() => open().every(({ password }) => password === story.present.password), {
        everyMs: 1,
      });
      for (const { client } of open()) client.close();
    },
  );
});
