import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TOPICS } from '@telemon/contracts/topics';
import { freshDatabase, proxyBeforeDatabase } from '@telemon/testing/database';
import { servers } from '@telemon/testing/servers';
import { until } from '@telemon/testing/waiting';
import { randomUUID } from 'node:crypto';
import { Kafka } from '../kafka/kafka.ts';
import { Lifecycle } from '../lifecycle.ts';
import { Mongo } from '../mongo.ts';
import { FactCopies } from './fact-copies.ts';
import { FactOutbox } from './fact-outbox.ts';

const alertFact = (id: string, deviceName: string) => ({
  kind: 'alert' as const,
  key: id,
  state: { id, deviceName },
});

/** One process of a service, with connections, copies and an outbox of its own. */
const processOf = async (url: string) => {
  const mongo = new Mongo(url, 'facts-spec');
  const kafka = new Kafka({ brokers: servers().kafkaBrokers.split(','), app: 'facts-spec', partitions: 1 });
  const lifecycle = new Lifecycle();
  const outbox = new FactOutbox(mongo, kafka, lifecycle);
  const copies = new FactCopies(mongo, kafka, 'facts-spec', lifecycle);
  const alerts = copies.of('alert');
  await Promise.all([mongo.prepare(), kafka.prepare()]);
  return {
    mongo,
    kafka,
    outbox,
    alerts,
    start: () => lifecycle.start(),
    stop: async () => {
      await lifecycle.stop();
      await kafka.close();
      await mongo.close();
    },
  };
};

describe('facts between services', () => {
  let owner: Awaited<ReturnType<typeof processOf>>;
  let reader: Awaited<ReturnType<typeof processOf>>;
  let drop: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    const [mine, theirs] = await Promise.all([freshDatabase(), freshDatabase()]);
    drop = [mine.drop, theirs.drop];
    owner = await processOf(mine.url);
    reader = await processOf(theirs.url);
    await Promise.all([owner.start(), reader.start()]);
  });

  afterAll(async () => {
    await Promise.all([owner.stop(), reader.stop()]);
    await Promise.all(drop.map((each) => each()));
  });

  it('reach a consumer once their change is committed', async () => {
    const id = randomUUID();
    await owner.outbox.commit((_session, publish) => publish(alertFact(id, 'pump01')));
    await until(() => reader.alerts.get(id)?.deviceName === 'pump01');
  });

  it('are never published for a change that was rolled back', async () => {
    const [rolledBack, after] = [randomUUID(), randomUUID()];
    const failing = owner.outbox.commit(async (_session, publish) => {
      await publish(alertFact(rolledBack, 'pump01'));
      throw new Error('the change failed');
    });
    await expect(failing).rejects.toThrow('the change failed');
    await owner.outbox.commit((_session, publish) => publish(alertFact(after, 'pump01')));
    await until(() => reader.alerts.get(after) !== undefined);
    expect(reader.alerts.get(rolledBack)).toBeUndefined();
  });

  it('change nothing when they come again or late', async () => {
    const key = randomUUID();
    const fact = (version: number, deviceName: string | null) => ({
      kind: 'alert' as const,
      key,
      version,
      state: deviceName === null ? null : { id: key, deviceName },
    });
    await reader.alerts.apply([fact(2, 'second')]);
    await reader.alerts.apply([fact(1, 'first'), fact(2, 'again')]);
    expect(reader.alerts.get(key)?.deviceName).toBe('second');
    await reader.alerts.apply([fact(3, null), fact(2, 'late')]);
    expect(reader.alerts.get(key)).toBeUndefined();
  });

  it('that do not fit the schema leave the copy as it is, and count as arrived', async () => {
    const [known, unknown] = [randomUUID(), randomUUID()];
    await owner.outbox.commit((_session, publish) => publish(alertFact(known, 'pump03')));
    await until(() => reader.alerts.get(known) !== undefined);
    const producer = await owner.kafka.producer();
    const value = Buffer.from(JSON.stringify({ kind: 'alert', key: unknown, version: 9, state: { id: 9 } }));
    await producer.send(
      TOPICS.facts,
      [known, unknown].map((key) => ({ key: `alert:${key}`, value })),
    );
    await until(() => reader.alerts.hasHeardOf(unknown));
    expect(reader.alerts.get(unknown)).toBeUndefined();
    expect(reader.alerts.get(known)?.deviceName).toBe('pump03');
  });

  it('are still known after a restart, without reading them from Kafka again', async () => {
    const id = randomUUID();
    await owner.outbox.commit((_session, publish) => publish(alertFact(id, 'pump02')));
    await until(() => reader.alerts.get(id) !== undefined);
    const copies = new FactCopies(reader.mongo, undefined as never, 'facts-spec', new Lifecycle()).of(
      'alert',
    );
    await until(async () => {
      await copies.load();
      return copies.get(id)?.deviceName === 'pump02';
    });
  });

  it('are stored when they come again after MongoDB went away during the write', async () => {
    const database = await freshDatabase();
    const { proxy, url } = await proxyBeforeDatabase(database);
    const mongo = new Mongo(url, 'facts-spec');
    const newCopy = () =>
      new FactCopies(mongo, undefined as never, 'facts-spec', new Lifecycle()).of('alert');
    const [id, first] = [randomUUID(), randomUUID()];
    proxy.beforePassing = (bytes) => {
      if (!bytes.includes(id)) return;
      proxy.cut();
      proxy.heal();
    };
    const copy = newCopy();
    await copy.apply([{ ...alertFact(first, 'pump04'), version: 1 }]);
    await expect(copy.apply([{ ...alertFact(id, 'pump04'), version: 1 }])).rejects.toThrow();
    // Memory has the fact at once; the copy must know that it is not stored yet.
    expect(copy.get(id)?.deviceName).toBe('pump04');
    proxy.beforePassing = undefined;
    await copy.apply([{ ...alertFact(id, 'pump04'), version: 1 }]);
    const later = newCopy();
    await later.load();
    expect([later.get(first)?.id, later.get(id)?.id]).toEqual([first, id]);
    await mongo.close();
    await proxy.close();
    await database.drop();
  });

  it('are known and published after a start during which the connection to MongoDB broke several times', async () => {
    const database = await freshDatabase();
    const { proxy, url } = await proxyBeforeDatabase(database);
    const kept = randomUUID();
    const row = { _id: kept, version: 1, state: { id: kept, deviceName: 'pump05' } };
    await database.db.collection<typeof row>('copy_of_alert').insertOne(row);
    const starting = await processOf(url);
    const breaks = new Map([
      ['fact_versions', 4],
      ['copy_of_alert', 4],
    ]);
    proxy.beforePassing = (bytes, from) => {
      if (from === 'server') return;
      for (const [collection, left] of breaks) {
        if (left === 0 || !bytes.includes(collection)) continue;
        breaks.set(collection, left - 1);
        proxy.cut();
        proxy.heal();
      }
    };
    await starting.start();
    expect([...breaks.values()]).toEqual([0, 0]);
    expect(starting.alerts.get(kept)?.deviceName).toBe('pump05');
    const id = randomUUID();
    await starting.outbox.commit((_session, publish) => publish(alertFact(id, 'pump06')));
    await until(() => reader.alerts.get(id) !== undefined);
    await starting.stop();
    await proxy.close();
    await database.drop();
  });

  it.each(['$version', '$$ROOT', '$', '$a.b', '__proto__', '', '\0'])(
    'about a subject called %j are stored like any other, and hold up no others',
    async (key) => {
      const beside = randomUUID();
      const fact = (id: string) => ({ ...alertFact(id, 'pump03'), version: 1 });
      await reader.alerts.apply([fact(key), fact(beside)]);
      const copies = new FactCopies(reader.mongo, undefined as never, 'facts-spec', new Lifecycle());
      const stored = copies.of('alert');
      await stored.load();
      expect([stored.get(key)?.id, stored.get(beside)?.id]).toEqual([key, beside]);
    },
  );

  it('about a name used again start above its old versions', async () => {
    const key = randomUUID();
    const seen: (string | null)[] = [];
    reader.alerts.onChange((changed, state) => {
      if (changed === key) seen.push(state?.deviceName ?? null);
    });
    const publishState = (state: { id: string; deviceName: string } | null) =>
      owner.outbox.commit((_session, publish) => publish({ kind: 'alert', key, state }));
    await publishState({ id: key, deviceName: 'one' });
    await publishState(null);
    await publishState({ id: key, deviceName: 'two' });
    await until(() => seen.length === 3);
    expect(seen).toEqual(['one', null, 'two']);
  });
});
