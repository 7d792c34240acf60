import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { NatsConnection } from '@nats-io/transport-node';
import type { UserRole } from '@telemon/contracts/actor';
import type { Audience, LiveReading } from '@telemon/contracts/live';
import { LIVE_SUBJECTS } from '@telemon/contracts/topics';
import { connectNats } from '@telemon/platform/messaging/nats';
import { uniqueName } from '@telemon/testing/given';
import { SessionsThatEnd } from '@telemon/testing/ended-sessions';
import { servers } from '@telemon/testing/servers';
import { TokenKeys } from '@telemon/testing/tokens';
import { until } from '@telemon/testing/waiting';
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { type GivenGateway, givenGateway } from '../../testing/given-gateway.ts';

const keys = new TokenKeys();
let gateway: GivenGateway;
let nats: NatsConnection;
let sessionsThatEnd: SessionsThatEnd;
let base: string;
const open: Reader[] = [];

const tokenOf = (role: UserRole, sub: string, lastsS = 900) =>
  keys.sign({ sub, role, managerId: role === 'admin' ? null : sub, mqttAdmin: false }, { lastsS });

interface StreamEvent {
  id: string;
  event: string;
  data: string;
}

/** Reads a stream as a page does. */
class Reader {
  readonly events: StreamEvent[] = [];
  signsOfLife = 0;
  lastId = '';
  isOver = false;
  private readonly leaving = new AbortController();

  private constructor(readonly response: Response) {}

  static async open(token: string, headers: Record<string, string> = {}): Promise<Reader> {
    const leaving = new AbortController();
    const response = await fetch(`${base}/v1/stream`, {
      headers: { authorization: `Bearer ${token}`, ...headers },
      signal: leaving.signal,
    });
    const reader = new Reader(response);
    reader.leaving.signal.addEventListener('abort', () => leaving.abort());
    open.push(reader);
    if (response.ok) void reader.read();
    return reader;
  }

  leave(): void {
    this.leaving.abort();
  }

  /** The events of one device, as `event data` pairs. */
  of(deviceName: string): StreamEvent[] {
    return this.events.filter(
      ({ data }) => (JSON.parse(data) as { deviceName?: string }).deviceName === deviceName,
    );
  }

  private async read(): Promise<void> {
    const decoder = new TextDecoder();
    let rest = '';
    try {
      for await (const chunk of this.response.body!) {
        const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
        rest = blocks.pop()!;
        for (const block of blocks) this.take(block);
      }
    } catch {
      // Left, or cut off: either way it is over.
    }
    this.isOver = true;
  }

  private take(block: string): void {
    const { id, event, data } = Object.fromEntries(
      block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
    ) as Partial<StreamEvent>;
    this.lastId = id ?? this.lastId;
    if (event !== undefined && data !== undefined) this.events.push({ id: this.lastId, event, data });
    else this.signsOfLife++;
  }
}

const readingOf = (deviceName: string, audience: Audience): LiveReading => ({
  audience,
  reading: {
    id: randomUUID(),
    deviceName,
    receivedAt: Date.now(),
    timestamp: Date.now(),
    late: false,
    clockReplaced: false,
    current: [20.5, null, null, null],
    minimum: [null, null, null, null],
    maximum: [null, null, null, null],
    average: [null, null, null, null],
    battery: 3.7,
  },
});
const publish = (subject: string, payload: unknown) => nats.publish(subject, JSON.stringify(payload));
const publishReadings = (...readings: LiveReading[]) => publish(LIVE_SUBJECTS.readings, readings);
const device = (deviceName: string, audience: Audience) => ({
  audience,
  deviceName,
  change: 'status',
  status: 1,
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
  it('tells what happens to a device at once', async () => {
    const [name, manager] = [uniqueName('live'), randomUUID()];
    const reader = await Reader.open(await tokenOf('manager', manager));
    expect(reader.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(reader.response.headers.get('cache-control')).toContain('no-store');
    await until(() => reader.lastId);
    const { reading, audience } = readingOf(name, audienceOf(manager));
    publishReadings({ reading, audience });
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
      ['device', { deviceName: name, change: 'status', status: 1 }],
      ['alert', { deviceName: name, alertId: 'a1', entryId: 'e1', change: 'fired' }],
    ]);
  });

  it('shows to each only what they may see', async () => {
    const [manager, other, assistant] = [randomUUID(), randomUUID(), randomUUID()];
    const readers = {
      admin: await Reader.open(await tokenOf('admin', randomUUID())),
      manager: await Reader.open(await tokenOf('manager', manager)),
      other: await Reader.open(await tokenOf('manager', other)),
      assistant: await Reader.open(await tokenOf('assistant', assistant)),
      // A manager whose id stands among the assistants, and an assistant whose id is the owner's: neither is either.
      managerAsAssistant: await Reader.open(await tokenOf('assistant', manager)),
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
    const seenBy = (reader: Reader) =>
      [own, assigned, foreign].filter((name) => reader.of(name).length === 2);
    expect(seenBy(readers.admin)).toEqual([own, assigned, foreign]);
    expect(seenBy(readers.manager)).toEqual([own, assigned]);
    expect(seenBy(readers.assistant)).toEqual([assigned]);
    await until(() => readers.other.of(foreign).length === 2);
    expect(readers.other.events).toHaveLength(2);
    expect(readers.managerAsAssistant.of(own)).toEqual([]);
    expect(JSON.stringify(readers.admin.events)).not.toMatch(/audience|assistantIds|managerId/);
  });

  it('tells of places, and only those whose they are', async () => {
    const [id, foreignId, manager, assistant] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    const own = await Reader.open(await tokenOf('manager', manager));
    const theirs = await Reader.open(await tokenOf('assistant', assistant));
    await until(() => own.lastId && theirs.lastId);
    const place = { place: 'building', id, change: 'updated' };
    publish(LIVE_SUBJECTS.places, { ...place, id: foreignId, audience: audienceOf(randomUUID()) });
    publish(LIVE_SUBJECTS.places, { ...place, audience: audienceOf(manager, assistant) });
    for (const { events } of [own, theirs]) {
      await until(() => events.length > 0);
      expect(events.map(({ event, data }) => [event, JSON.parse(data)])).toEqual([['place', place]]);
    }
  });

  it('leaves out what it does not understand, and goes on', async () => {
    const [name, manager] = [uniqueName('live'), randomUUID()];
    const reader = await Reader.open(await tokenOf('manager', manager));
    await until(() => reader.lastId);
    for (const nonsense of ['{', '[]', 'null', '{"audience":{}}', '[{"reading":{}}]']) {
      const { readings, devices, places, alerts } = LIVE_SUBJECTS;
      for (const subject of [readings, devices, places, alerts]) {
        nats.publish(subject, nonsense);
      }
    }
    publish(LIVE_SUBJECTS.devices, device(name, audienceOf(manager)));
    await until(() => reader.of(name).length === 1);
  });

  it('says that it is alive when nothing happens', async () => {
    const reader = await Reader.open(await tokenOf('manager', randomUUID()));
    await until(() => reader.signsOfLife === 1);
    await until(() => reader.signsOfLife === 2, { timeoutMs: 30_000, what: 'a sign of life' });
    expect(reader.events).toEqual([]);
  });

  it('lets the services know that somebody looks, at once and again and again', async () => {
    let heard = 0;
    const subscription = nats.subscribe(LIVE_SUBJECTS.interest, { callback: () => void heard++ });
    await nats.flush();
    await Reader.open(await tokenOf('manager', randomUUID()));
    await until(() => heard >= 1, { timeoutMs: 3_000, everyMs: 5 });
    const before = heard;
    await until(() => heard > before, { timeoutMs: 20_000, what: 'interest a second time' });
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
    const reader = await Reader.open(await tokenOf('manager', who));
    await until(() => reader.lastId);
    sessionsThatEnd.end(`session-of-${who}`);
    await until(() => reader.isOver, { timeoutMs: 5_000 });
    expect((await Reader.open(await tokenOf('manager', who))).response.status).toBe(401);
  });

  it('ends with its token', async () => {
    const reader = await Reader.open(await tokenOf('manager', randomUUID(), 2));
    expect(reader.response.status).toBe(200);
    await until(() => reader.isOver);
  });

  it('is open at most five times per user', async () => {
    const token = await tokenOf('manager', randomUUID());
    const readers = await Promise.all(Array.from({ length: 5 }, () => Reader.open(token)));
    expect(readers.map(({ response }) => response.status)).toEqual([200, 200, 200, 200, 200]);
    const sixth = await Reader.open(token);
    expect(sixth.response.status).toBe(429);
    expect(Number(sixth.response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await sixth.response.json()).toMatchObject({ error: true, data: null });
    readers[2]!.leave();
    await until(async () => (await Reader.open(token)).response.status === 200);
  });
});

describe('coming back to the live stream', () => {
  it('brings what was missed, in order, and only what one may see', async () => {
    const [name, foreign, manager] = [uniqueName('live'), uniqueName('live'), randomUUID()];
    const token = await tokenOf('manager', manager);
    const admin = await Reader.open(await tokenOf('admin', randomUUID()));
    const before = await Reader.open(token);
    await until(() => before.lastId);
    publishReadings(readingOf(name, audienceOf(manager)));
    await until(() => before.of(name).length === 1);
    const lastEventId = before.events.at(-1)!.id;
    before.leave();
    for (let round = 0; round < 3; round++) {
      publishReadings(readingOf(name, audienceOf(manager)), readingOf(foreign, audienceOf(randomUUID())));
    }
    await until(() => admin.of(foreign).length === 3);
    const after = await Reader.open(token, { 'last-event-id': lastEventId });
    await until(() => after.lastId === admin.lastId);
    const timesOf = (reader: Reader) =>
      reader.of(name).map(({ data }) => (JSON.parse(data) as { id: string }).id);
    expect(timesOf(after)).toEqual(timesOf(admin).slice(1));
    expect(after.events).toHaveLength(3);
  });

  it('says so where what was missed is no longer known', async () => {
    const token = await tokenOf('manager', randomUUID());
    for (const id of ['another-run-5', 'nonsense', '-1', `${'0'.repeat(12)}-3`]) {
      const reader = await Reader.open(token, { 'last-event-id': id });
      await until(() => reader.events.length === 1);
      expect(reader.events[0]).toMatchObject({ event: 'reset', data: '{}' });
      reader.leave();
      await until(() => reader.isOver);
    }
  });

  it('takes the place of the oldest stream where too many seem open', async () => {
    const token = await tokenOf('manager', randomUUID());
    const readers: Reader[] = [];
    for (let count = 0; count < 5; count++) readers.push(await Reader.open(token));
    const back = await Reader.open(token, { 'last-event-id': readers[0]!.lastId });
    expect(back.response.status).toBe(200);
    await until(() => readers[0]!.isOver);
    expect(readers.slice(1).map(({ isOver }) => isOver)).toEqual([false, false, false, false]);
  });
});

describe('a slow reader', () => {
  /** Asks for the stream and never reads it. */
  const deafReader = async (token: string) => {
    const { hostname, port } = new URL(base);
    const socket = connect({ port: Number(port), host: hostname });
    socket.pause();
    socket.on('error', () => undefined);
    await new Promise((resolve) => socket.once('connect', resolve));
    socket.write(`GET /v1/stream HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`);
    return socket;
  };

  it('is let go when it falls behind, and the others are not slowed', async () => {
    const [name, manager, other] = [uniqueName('live'), randomUUID(), randomUUID()];
    const token = await tokenOf('manager', manager);
    const deaf = await Promise.all(Array.from({ length: 5 }, () => deafReader(token)));
    const quick = await Reader.open(await tokenOf('admin', other));
    const slots = async () => (await Reader.open(token)).response.status;
    await until(async () => (await slots()) === 429);
    // Kernels hold some megabytes before a writer notices that nobody reads. The quick reader shares this process, so
    // it gets no more at once than may wait for it.
    const batch = Array.from({ length: 100 }, () => readingOf(name, audienceOf(manager)));
    let sent = 0;
    await until(
      async () => {
        for (let round = 0; round < 20; round++) {
          publishReadings(...batch);
          sent += batch.length;
          await until(() => quick.of(name).length === sent, { everyMs: 1, what: 'the quick reader' });
        }
        return (await slots()) === 200;
      },
      { timeoutMs: 100_000, everyMs: 1, what: 'the slow readers to be let go' },
    );
    for (const socket of deaf) socket.destroy();
  });
});
