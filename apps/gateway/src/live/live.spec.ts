import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { NatsConnection } from '@nats-io/transport-node';
import type { UserRole } from '@telemon/contracts/actor';
import { type Audience, INTEREST_INTERVAL_MS, type LiveReading } from '@telemon/contracts/gateway/live';
import { LIVE_SUBJECTS } from '@telemon/contracts/topics';
import { connectNats } from '@telemon/platform/messaging/nats';
import { uniqueName } from '@telemon/testing/given';
import { SessionsThatEnd } from '@telemon/testing/ended-sessions';
import { servers } from '@telemon/testing/servers';
import { TokenKeys } from '@telemon/testing/tokens';
import { until } from '@telemon/testing/waiting';
import { randomUUID } from 'node:crypto';
import { type GivenGateway, givenGateway } from '../../testing/given-gateway.ts';
import { StreamReader, readingOf } from '../../testing/stream-reader.ts';

const keys = new TokenKeys();
let gateway: GivenGateway;
let nats: NatsConnection;
let sessionsThatEnd: SessionsThatEnd;
let base: string;
const open: StreamReader[] = [];

const tokenOf = (role: UserRole, sub: string, { lastsS = 900, mqttAdmin = false } = {}) =>
  keys.sign({ sub, role, managerId: role === 'admin' ? null : sub, mqttAdmin }, { lastsS });

const openReader = async (token: string, headers: Record<string, string> = {}): Promise<StreamReader> => {
  const reader = await StreamReader.open(base, token, headers);
  open.push(reader);
  return reader;
};
const publish = (subject: string, payload: unknown) => nats.publish(subject, JSON.stringify(payload));
const publishReadings = (...readings: LiveReading[]) => publish(LIVE_SUBJECTS.readings, readings);
const device = (deviceName: string, audience: Audience) => ({
  audience,
  deviceName,
  change: 'status',
  status: 1,
  silentSince: 1_000,
});
const audienceOf = (managerId: string, ...assistantIds: string[]): Audience => ({ managerId, assistantIds });

beforeAll(async () => {
  nats = await connectNats(servers().natsUrl, 'live-spec');
  sessionsThatEnd = await SessionsThatEnd.start();
  gateway = await givenGateway({ keys, endedSessions: sessionsThatEnd.call });
  base = gateway.url;
});
afterEach(async () => {
  for (const reader of open.splice(0)) reader.leave();
});
afterAll(async () => {
  await gateway.stop();
  await sessionsThatEnd.stop();
  await nats.close();
});

describe('the live stream', () => {
  it('sends the updates of a device at once', async () => {
    const [name, manager] = [uniqueName('live'), randomUUID()];
    const reader = await openReader(await tokenOf('manager', manager));
    expect(reader.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(reader.response.headers.get('cache-control')).toContain('no-store');
    await until(() => reader.lastId !== '');
    const { reading, audience } = readingOf(name, audienceOf(manager));
    // How many messages the devices of others sent is nobody's business.
    const published = { audience, reading: { ...reading, rawOffset: 4_711 } };
    publishReadings(published);
    await until(() => reader.of(name).length === 1, { everyMs: 1 });
    publish(LIVE_SUBJECTS.devices, device(name, audience));
    publish(LIVE_SUBJECTS.alerts, {
      audience,
      deviceName: name,
      alertId: 'a1',
      entryId: 'e1',
      change: 'fired',
    });
    await until(() => reader.of(name).length === 3);
    expect(reader.of(name).map(({ event, data }) => [event, JSON.parse(data)])).toEqual([
      ['reading', reading],
      ['device', { deviceName: name, change: 'status', status: 1, silentSince: 1_000 }],
      ['alert', { deviceName: name, alertId: 'a1', entryId: 'e1', change: 'fired' }],
    ]);
  });

  it('sends each user only the updates that they may see', async () => {
    const [manager, other, assistant] = [randomUUID(), randomUUID(), randomUUID()];
    const readers = {
      admin: await openReader(await tokenOf('admin', randomUUID())),
      manager: await openReader(await tokenOf('manager', manager)),
      other: await openReader(await tokenOf('manager', other)),
      assistant: await openReader(await tokenOf('assistant', assistant)),
      // Id and role must match: not an assistant with the owner's id, nor, in `end`, a manager among the assistants.
      managerAsAssistant: await openReader(await tokenOf('assistant', manager)),
    };
    const [own, assigned, foreign, end] = ['own', 'assigned', 'foreign', 'end'].map(uniqueName) as [
      string,
      string,
      string,
      string,
    ];
    publishReadings(
      readingOf(own, audienceOf(manager)),
      readingOf(assigned, audienceOf(manager, assistant)),
      readingOf(foreign, audienceOf(other)),
    );
    for (const name of [own, assigned, foreign]) {
      const owner = name === foreign ? other : manager;
      publish(
        LIVE_SUBJECTS.devices,
        device(name, audienceOf(owner, ...(name === assigned ? [assistant] : []))),
      );
    }
    publish(
      LIVE_SUBJECTS.devices,
      device(end, { managerId: manager, assistantIds: [assistant, other, manager] }),
    );
    await until(() => readers.admin.of(end).length === 1);
    await until(() => readers.assistant.of(end).length === 1);
    await until(() => readers.manager.of(end).length === 1);
    const seenBy = (reader: StreamReader) =>
      [own, assigned, foreign].filter((name) => reader.of(name).length === 2);
    expect(seenBy(readers.admin)).toEqual([own, assigned, foreign]);
    expect(seenBy(readers.manager)).toEqual([own, assigned]);
    expect(seenBy(readers.assistant)).toEqual([assigned]);
    await until(() => readers.other.of(foreign).length === 2);
    expect(readers.other.events).toHaveLength(2);
    expect(readers.managerAsAssistant.of(own)).toEqual([]);
    expect(JSON.stringify(readers.admin.events)).not.toMatch(/audience|assistantIds|managerId/);
  });

  it('sends an update that needs a flag only to users who have it, also to those who reconnect', async () => {
    const [name, end] = [uniqueName('flagged'), uniqueName('end')];
    const [manager, assistant] = [randomUUID(), randomUUID()];
    const audience = audienceOf(manager, assistant);
    const mqttAdmin = true;
    const tokens = {
      admin: await tokenOf('admin', randomUUID()),
      withFlag: await tokenOf('manager', manager, { mqttAdmin }),
      without: await tokenOf('manager', manager),
      assistantWithFlag: await tokenOf('assistant', assistant, { mqttAdmin }),
      assistantWithout: await tokenOf('assistant', assistant),
    };
    const readers = new Map<string, StreamReader>();
    for (const [who, token] of Object.entries(tokens)) readers.set(who, await openReader(token));
    for (const reader of readers.values()) await until(() => reader.lastId !== '');
    const before = readers.get('without')!.lastId;
    publish(LIVE_SUBJECTS.devices, device(name, { ...audience, flag: 'mqttAdmin' }));
    publish(LIVE_SUBJECTS.devices, device(end, audience));
    for (const reader of readers.values()) await until(() => reader.of(end).length === 1);
    const seeing = [...readers].filter(([, reader]) => reader.of(name).length === 1).map(([who]) => who);
    expect(seeing).toEqual(['admin', 'withFlag', 'assistantWithFlag']);

    for (const [token, count] of [
      [tokens.withFlag, 1],
      [tokens.without, 0],
    ] as const) {
      const again = await openReader(token, { 'last-event-id': before });
      await until(() => again.of(end).length === 1);
      expect(again.of(name)).toHaveLength(count);
    }
  });

  it('sends updates of places, and only to their owner and assistants', async () => {
    const [id, foreignId, manager, assistant] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    const own = await openReader(await tokenOf('manager', manager));
    const theirs = await openReader(await tokenOf('assistant', assistant));
    await until(() => own.lastId !== '' && theirs.lastId !== '');
    const place = { place: 'building', id, change: 'updated' };
    publish(LIVE_SUBJECTS.places, { ...place, id: foreignId, audience: audienceOf(randomUUID()) });
    publish(LIVE_SUBJECTS.places, { ...place, audience: audienceOf(manager, assistant) });
    for (const { events } of [own, theirs]) {
      await until(() => events.length > 0);
      expect(events.map(({ event, data }) => [event, JSON.parse(data)])).toEqual([['place', place]]);
    }
  });

  it('skips malformed updates', async () => {
    const [name, manager] = [uniqueName('live'), randomUUID()];
    const reader = await openReader(await tokenOf('manager', manager));
    await until(() => reader.lastId !== '');
    for (const nonsense of ['{', '[]', 'null', '{"audience":{}}', '[{"reading":{}}]']) {
      const { readings, devices, places, alerts } = LIVE_SUBJECTS;
      for (const subject of [readings, devices, places, alerts]) {
        nats.publish(subject, nonsense);
      }
    }
    publish(LIVE_SUBJECTS.devices, device(name, audienceOf(manager)));
    await until(() => reader.of(name).length === 1);
  });

  it('sends keep-alives when nothing happens', async () => {
    const reader = await openReader(await tokenOf('manager', randomUUID()));
    await until(() => reader.signsOfLife >= 2, { what: 'a keep-alive' });
    expect(reader.events).toEqual([]);
  });

  it('tells the services that a stream is open, at once and repeatedly', async () => {
    let heard = 0;
    const subscription = nats.subscribe(LIVE_SUBJECTS.interest, { callback: () => void heard++ });
    await nats.flush();
    const begun = performance.now();
    for (let count = 0; count < 5; count++) await openReader(await tokenOf('manager', randomUUID()));
    await until(() => heard >= 5);
    // More often than it is told again anyway.
    expect(heard).toBeGreaterThan(1 + (performance.now() - begun) / INTEREST_INTERVAL_MS);
    const before = heard;
    await until(() => heard > before, { what: 'interest once more' });
    subscription.unsubscribe();
  });

  it('needs a token, and takes none from the address', async () => {
    const token = await tokenOf('manager', randomUUID());
    for (const path of ['/v1/stream', `/v1/stream?token=${token}`, `/v1/stream?access_token=${token}`]) {
      expect((await fetch(`${base}${path}`)).status).toBe(401);
    }
  });

  it('ends with its session', async () => {
    const who = randomUUID();
    const reader = await openReader(await tokenOf('manager', who));
    await until(() => reader.lastId !== '');
    sessionsThatEnd.end(`session-of-${who}`);
    await until(() => reader.isOver);
    expect((await openReader(await tokenOf('manager', who))).response.status).toBe(401);
  });

  it('ends when its token expires', async () => {
    // The token may have expired before the gateway looks at it.
    const reader = await until(async () => {
      const opened = await openReader(await tokenOf('manager', randomUUID(), { lastsS: 2 }));
      return opened.response.status === 200 && opened;
    });
    await until(() => reader.isOver);
  });

  it('is open at most five times per user', async () => {
    const token = await tokenOf('manager', randomUUID());
    const readers = await Promise.all(Array.from({ length: 5 }, () => openReader(token)));
    expect(readers.map(({ response }) => response.status)).toEqual([200, 200, 200, 200, 200]);
    const sixth = await openReader(token);
    expect(sixth.response.status).toBe(429);
    expect(Number(sixth.response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await sixth.response.json()).toMatchObject({ error: true, data: null });
    readers[2]!.leave();
    await until(async () => (await openReader(token)).response.status === 200);
  });
});

describe('reconnecting to the live stream', () => {
  it('delivers the missed events in order, and only those that the user may see', async () => {
    const [name, foreign, manager] = [uniqueName('live'), uniqueName('live'), randomUUID()];
    const token = await tokenOf('manager', manager);
    const admin = await openReader(await tokenOf('admin', randomUUID()));
    const before = await openReader(token);
    await until(() => before.lastId !== '');
    publishReadings(readingOf(name, audienceOf(manager)));
    await until(() => before.of(name).length === 1);
    const lastEventId = before.events.at(-1)!.id;
    before.leave();
    for (let round = 0; round < 3; round++) {
      publishReadings(readingOf(name, audienceOf(manager)), readingOf(foreign, audienceOf(randomUUID())));
    }
    await until(() => admin.of(foreign).length === 3);
    const after = await openReader(token, { 'last-event-id': lastEventId });
    await until(() => after.lastId === admin.lastId);
    const timesOf = (reader: StreamReader) =>
      reader.of(name).map(({ data }) => (JSON.parse(data) as { id: string }).id);
    expect(timesOf(after)).toEqual(timesOf(admin).slice(1));
    expect(after.events).toHaveLength(3);
  });

  it('delivers thousands of missed events, then newer ones, each once and in order', async () => {
    const manager = randomUUID();
    const [token, audience] = [await tokenOf('manager', manager), audienceOf(manager)];
    const watching = await openReader(token);
    await until(() => watching.lastId !== '');
    const ids: string[] = [];
    const publishMany = (count: number) => {
      const readings = Array.from({ length: count }, () => readingOf('pump01', audience));
      ids.push(...readings.map(({ reading }) => reading.id));
      publishReadings(...readings);
    };
    const first = watching.lastId;
    for (let batch = 0; batch < 30; batch++) {
      publishMany(100);
      await until(() => watching.events.length === ids.length, { everyMs: 1, what: `batch ${batch}` });
    }
    const { events } = await openReader(token, { 'last-event-id': first });
    for (let batch = 0; batch < 30; batch++) publishMany(10);
    await until(() => events.length >= ids.length && watching.events.length >= ids.length);
    const heard = [watching.events, events].map((all) =>
      all.map(({ data }) => (JSON.parse(data) as { id: string }).id),
    );
    expect(heard).toEqual([ids, ids]);
  });

  it('loses and repeats no event while many are under way', async () => {
    const [name, token] = [uniqueName('live'), await tokenOf('admin', randomUUID())];
    const readers: StreamReader[] = [];
    for (let round = 0; round < 5; round++) {
      for (let count = 0; count < 20; count++) publishReadings(readingOf(name, audienceOf('m')));
      readers.push(await openReader(token));
    }
    publishReadings(readingOf('the-last', audienceOf('m')));
    for (const reader of readers) {
      await until(() => reader.of('the-last').length === 1);
      const numbers = reader.events.map(({ id }) => Number(id.split('-')[1]));
      expect(numbers).toEqual(numbers.map((_, index) => numbers[0]! + index));
    }
  });

  it('sends a reset if the missed events are no longer known', async () => {
    const token = await tokenOf('manager', randomUUID());
    for (const id of ['another-run-5', 'nonsense', '-1', `${'0'.repeat(12)}-3`]) {
      const reader = await openReader(token, { 'last-event-id': id });
      await until(() => reader.events.length === 1);
      expect(reader.events[0]).toMatchObject({ event: 'reset', data: '{}' });
      reader.leave();
      await until(() => reader.isOver);
    }
  });

  it('replaces the oldest stream if too many seem open', async () => {
    const token = await tokenOf('manager', randomUUID());
    const readers: StreamReader[] = [];
    for (let count = 0; count < 5; count++) readers.push(await openReader(token));
    const back = await openReader(token, { 'last-event-id': readers[0]!.lastId });
    expect(back.response.status).toBe(200);
    await until(() => readers[0]!.isOver);
    expect(readers.slice(1).map(({ isOver }) => isOver)).toEqual([false, false, false, false]);
  });
});
