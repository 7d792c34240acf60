import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type Audience, INTEREST_INTERVAL_MS } from '@telemon/contracts/gateway/live';
import { LIVE_SUBJECTS } from '@telemon/contracts/topics';
import { uniqueName } from '@telemon/testing/given';
import { until } from '@telemon/testing/waiting';
import { randomUUID } from 'node:crypto';
import { GivenLiveStream } from '../../testing/given-live-stream.ts';
import { type StreamReader, readingOf } from '../../testing/stream-reader.ts';

let live: GivenLiveStream;

const device = (deviceName: string, audience: Audience) => ({
  audience,
  deviceName,
  change: 'status',
  status: 1,
  silentSince: 1_000,
});
const audienceOf = (managerId: string, ...assistantIds: string[]): Audience => ({ managerId, assistantIds });

beforeAll(async () => {
  live = await GivenLiveStream.start();
});
afterEach(() => live.leaveAll());
afterAll(() => live.stop());

describe('the live stream', () => {
  it('sends the updates of a device at once', async () => {
    const [name, manager] = [uniqueName('live'), randomUUID()];
    const reader = await live.openAs('manager', manager);
    expect(reader.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(reader.response.headers.get('cache-control')).toContain('no-store');
    const { reading, audience } = readingOf(name, audienceOf(manager));
    // The raw offset would show how many messages the devices of others sent.
    const published = { audience, reading: { ...reading, rawOffset: 4_711 } };
    live.publishReadings(published);
    await until(() => reader.of(name).length === 1, { everyMs: 1 });
    live.publish(LIVE_SUBJECTS.devices, device(name, audience));
    live.publish(LIVE_SUBJECTS.alerts, {
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
      admin: await live.openAs('admin', randomUUID()),
      manager: await live.openAs('manager', manager),
      other: await live.openAs('manager', other),
      assistant: await live.openAs('assistant', assistant),
      // Id and role must match: not an assistant with the owner's id, nor, in `end`, a manager among the assistants.
      managerAsAssistant: await live.openAs('assistant', manager),
    };
    const [own, assigned] = [uniqueName('own'), uniqueName('assigned')];
    const [foreign, end] = [uniqueName('foreign'), uniqueName('end')];
    live.publishReadings(
      readingOf(own, audienceOf(manager)),
      readingOf(assigned, audienceOf(manager, assistant)),
      readingOf(foreign, audienceOf(other)),
    );
    for (const name of [own, assigned, foreign]) {
      const owner = name === foreign ? other : manager;
      live.publish(
        LIVE_SUBJECTS.devices,
        device(name, audienceOf(owner, ...(name === assigned ? [assistant] : []))),
      );
    }
    live.publish(
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

  it('sends an update that needs a flag only to users who have it, also after they reconnect', async () => {
    const [name, end] = [uniqueName('flagged'), uniqueName('end')];
    const [manager, assistant] = [randomUUID(), randomUUID()];
    const audience = audienceOf(manager, assistant);
    const mqttAdmin = true;
    const tokens = {
      admin: await live.tokenOf('admin', randomUUID()),
      withFlag: await live.tokenOf('manager', manager, { mqttAdmin }),
      without: await live.tokenOf('manager', manager),
      assistantWithFlag: await live.tokenOf('assistant', assistant, { mqttAdmin }),
      assistantWithout: await live.tokenOf('assistant', assistant),
    };
    const readers = new Map<string, StreamReader>();
    for (const [who, token] of Object.entries(tokens)) readers.set(who, await live.open(token));
    for (const reader of readers.values()) await until(() => reader.lastId !== '');
    const before = readers.get('without')!.lastId;
    live.publish(LIVE_SUBJECTS.devices, device(name, { ...audience, flag: 'mqttAdmin' }));
    live.publish(LIVE_SUBJECTS.devices, device(end, audience));
    for (const reader of readers.values()) await until(() => reader.of(end).length === 1);
    const seeing = [...readers].filter(([, reader]) => reader.of(name).length === 1).map(([who]) => who);
    expect(seeing).toEqual(['admin', 'withFlag', 'assistantWithFlag']);

    for (const [token, count] of [
      [tokens.withFlag, 1],
      [tokens.without, 0],
    ] as const) {
      const again = await live.open(token, { 'last-event-id': before });
      await until(() => again.of(end).length === 1);
      expect(again.of(name)).toHaveLength(count);
    }
  });

  it('sends updates of places, and only to their owner and assistants', async () => {
    const [id, foreignId, manager, assistant] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    const own = await live.openAs('manager', manager);
    const theirs = await live.openAs('assistant', assistant);
    const place = { place: 'building', id, change: 'updated' };
    live.publish(LIVE_SUBJECTS.places, { ...place, id: foreignId, audience: audienceOf(randomUUID()) });
    live.publish(LIVE_SUBJECTS.places, { ...place, audience: audienceOf(manager, assistant) });
    for (const { events } of [own, theirs]) {
      await until(() => events.length > 0);
      expect(events.map(({ event, data }) => [event, JSON.parse(data)])).toEqual([['place', place]]);
    }
  });

  it('skips malformed updates', async () => {
    const [name, manager] = [uniqueName('live'), randomUUID()];
    const reader = await live.openAs('manager', manager);
    for (const nonsense of ['{', '[]', 'null', '{"audience":{}}', '[{"reading":{}}]']) {
      const { readings, devices, places, alerts } = LIVE_SUBJECTS;
      for (const subject of [readings, devices, places, alerts]) {
        live.nats.publish(subject, nonsense);
      }
    }
    live.publish(LIVE_SUBJECTS.devices, device(name, audienceOf(manager)));
    await until(() => reader.of(name).length === 1);
  });

  it('sends keep-alives when nothing happens', async () => {
    const reader = await live.openAs('manager', randomUUID());
    await until(() => reader.signsOfLife >= 2, { what: 'a keep-alive' });
    expect(reader.events).toEqual([]);
  });

  it('announces to the services that a stream is open, at once and repeatedly', async () => {
    let heard = 0;
    const subscription = live.nats.subscribe(LIVE_SUBJECTS.interest, { callback: () => void heard++ });
    await live.nats.flush();
    const begun = performance.now();
    for (let count = 0; count < 5; count++) await live.openAs('manager', randomUUID());
    await until(() => heard >= 5);
    // More often than by the regular announcements.
    expect(heard).toBeGreaterThan(1 + (performance.now() - begun) / INTEREST_INTERVAL_MS);
    const before = heard;
    await until(() => heard > before, { what: 'interest once more' });
    subscription.unsubscribe();
  });

  it('needs a token, and takes none from the address', async () => {
    const token = await live.tokenOf('manager', randomUUID());
    for (const path of ['/v1/stream', `/v1/stream?token=${token}`, `/v1/stream?access_token=${token}`]) {
      expect((await fetch(`${live.url}${path}`)).status).toBe(401);
    }
  });

  it('ends with its session', async () => {
    const who = randomUUID();
    const reader = await live.openAs('manager', who);
    live.sessionsThatEnd.end(`session-of-${who}`);
    await until(() => reader.isOver);
    expect((await live.open(await live.tokenOf('manager', who))).response.status).toBe(401);
  });

  it('ends when its token expires', async () => {
    // The token may have expired before the gateway looks at it.
    const reader = await until(async () => {
      const opened = await live.open(await live.tokenOf('manager', randomUUID(), { lastsS: 2 }));
      return opened.response.status === 200 && opened;
    });
    await until(() => reader.isOver);
  });

  it('is open at most five times per user', async () => {
    const token = await live.tokenOf('manager', randomUUID());
    const readers = await Promise.all(Array.from({ length: 5 }, () => live.open(token)));
    expect(readers.map(({ response }) => response.status)).toEqual([200, 200, 200, 200, 200]);
    const sixth = await live.open(token);
    expect(sixth.response.status).toBe(429);
    expect(Number(sixth.response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await sixth.response.json()).toMatchObject({ error: true, data: null });
    readers[2]!.leave();
    await until(async () => (await live.open(token)).response.status === 200);
  });
});

describe('reconnecting to the live stream', () => {
  it('delivers the missed events in order, and only events that the user may see', async () => {
    const [name, foreign, manager] = [uniqueName('live'), uniqueName('live'), randomUUID()];
    const token = await live.tokenOf('manager', manager);
    const admin = await live.openAs('admin', randomUUID());
    const before = await live.openAs('manager', manager);
    live.publishReadings(readingOf(name, audienceOf(manager)));
    await until(() => before.of(name).length === 1);
    const lastEventId = before.events.at(-1)!.id;
    before.leave();
    for (let round = 0; round < 3; round++) {
      live.publishReadings(
        readingOf(name, audienceOf(manager)),
        readingOf(foreign, audienceOf(randomUUID())),
      );
    }
    await until(() => admin.of(foreign).length === 3);
    const after = await live.open(token, { 'last-event-id': lastEventId });
    await until(() => after.lastId === admin.lastId);
    const timesOf = (reader: StreamReader) =>
      reader.of(name).map(({ data }) => (JSON.parse(data) as { id: string }).id);
    expect(timesOf(after)).toEqual(timesOf(admin).slice(1));
    expect(after.events).toHaveLength(3);
  });

  it('delivers thousands of missed events, then newer ones, each once and in order', async () => {
    const manager = randomUUID();
    const [token, audience] = [await live.tokenOf('manager', manager), audienceOf(manager)];
    const watching = await live.openAs('manager', manager);
    const ids: string[] = [];
    const publishMany = (count: number) => {
      const readings = Array.from({ length: count }, () => readingOf('pump01', audience));
      ids.push(...readings.map(({ reading }) => reading.id));
      live.publishReadings(...readings);
    };
    const first = watching.lastId;
    for (let batch = 0; batch < 30; batch++) {
      publishMany(100);
      await until(() => watching.events.length === ids.length, { everyMs: 1, what: `batch ${batch}` });
    }
    const { events } = await live.open(token, { 'last-event-id': first });
    for (let batch = 0; batch < 30; batch++) publishMany(10);
    await until(() => events.length >= ids.length && watching.events.length >= ids.length);
    const heard = [watching.events, events].map((all) =>
      all.map(({ data }) => (JSON.parse(data) as { id: string }).id),
    );
    expect(heard).toEqual([ids, ids]);
  });

  it('loses and repeats no event while many are under way', async () => {
    const [name, token] = [uniqueName('live'), await live.tokenOf('admin', randomUUID())];
    const readers: StreamReader[] = [];
    for (let round = 0; round < 5; round++) {
      for (let count = 0; count < 20; count++) live.publishReadings(readingOf(name, audienceOf('m')));
      readers.push(await live.open(token));
    }
    live.publishReadings(readingOf('the-last', audienceOf('m')));
    for (const reader of readers) {
      await until(() => reader.of('the-last').length === 1);
      const numbers = reader.events.map(({ id }) => Number(id.split('-')[1]));
      expect(numbers).toEqual(numbers.map((_, index) => numbers[0]! + index));
    }
  });

  it('sends a reset if the missed events are no longer known', async () => {
    const token = await live.tokenOf('manager', randomUUID());
    for (const id of ['another-run-5', 'nonsense', '-1', `${'0'.repeat(12)}-3`]) {
      const reader = await live.open(token, { 'last-event-id': id });
      await until(() => reader.events.length === 1);
      expect(reader.events[0]).toMatchObject({ event: 'reset', data: '{}' });
      reader.leave();
      await until(() => reader.isOver);
    }
  });

  it('replaces the oldest stream if too many seem open', async () => {
    const token = await live.tokenOf('manager', randomUUID());
    const readers: StreamReader[] = [];
    for (let count = 0; count < 5; count++) readers.push(await live.open(token));
    const back = await live.open(token, { 'last-event-id': readers[0]!.lastId });
    expect(back.response.status).toBe(200);
    await until(() => readers[0]!.isOver);
    expect(readers.slice(1).map(({ isOver }) => isOver)).toEqual([false, false, false, false]);
  });
});
