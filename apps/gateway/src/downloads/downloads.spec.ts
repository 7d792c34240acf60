import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { dashboards } from '@telemon/contracts/devices/dashboards';
import { exportOrders } from '@telemon/contracts/reporting/exports';
import { MOST_UNANSWERED, PART_BYTES } from '@telemon/platform/messaging/file-parts';
import { logger } from '@telemon/platform/logging';
import { AnsweringService } from '@telemon/testing/answering-service';
import { SessionsThatEnd } from '@telemon/testing/ended-sessions';
import { quickest, timeOf } from '@telemon/testing/quickest';
import { TokenKeys } from '@telemon/testing/tokens';
import { until } from '@telemon/testing/waiting';
import type { Socket } from 'node:net';
import { FileService } from '../../testing/file-service.ts';
import { type GivenGateway, givenGateway } from '../../testing/given-gateway.ts';
import { openUnread } from '../../testing/raw-requests.ts';

logger.level = 'silent';

const keys = new TokenKeys();
let files: FileService;
let json: AnsweringService;
let sessionsThatEnd: SessionsThatEnd;
const gateways: GivenGateway[] = [];
let lastUser = 0;

const gatewayWith = async (settings: Record<string, string> = {}): Promise<GivenGateway> => {
  const call = {
    ...json.withPrefix(dashboards.exportLog),
    request: files.call.request.omit({ format: true }),
  };
  const route = { who: 'AMS', of: 'one', call, export: files.call } as const;
  const streamed = { who: 'AMS', of: 'many', call: files.jsonCall, as: 'log', export: files.call } as const;
  const order = {
    who: 'AMS',
    call: json.withPrefix(exportOrders.order),
    as: 'export',
    ordered: 'now',
  } as const;
  const routes = {
    'GET /export/:deviceName': route,
    'GET /log/export': streamed,
    'POST /order': order,
    'GET /ordered/:deviceName': { ...route, ordered: 'before' },
  } as const;
  const gateway = await givenGateway({ keys, settings, routes, endedSessions: sessionsThatEnd.call });
  gateways.push(gateway);
  return gateway;
};
/** A user without exports so far. */
const aUser = async () => {
  const sub = `exporter-${++lastUser}`;
  const token = await keys.sign({ sub, role: 'manager', managerId: sub, mqttAdmin: false });
  return { sub, authorization: `Bearer ${token}` };
};
const exporting = async (
  { authorization }: { authorization: string },
  { query = '?format=xlsx', at = gateways[0]!.url, signal = null as AbortSignal | null } = {},
) => fetch(`${at}/v1/export/pump01${query}`, { headers: { authorization }, signal });

const ordering = ({ authorization }: { authorization: string }, at: string) =>
  fetch(`${at}/v1/order`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ rows: 'device', format: 'csv' }),
  });
const requestOf = ({ authorization }: { authorization: string }) =>
  `GET /v1/export/p?format=csv HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n\r\n`;
/** An export whose client reads nothing, once nothing moves any more: the kernel's buffers fill up first. */
const stalledExport = async (port: number): Promise<Socket> => {
  const socket = await openUnread(port);
  socket.write(requestOf(await aUser()));
  await files.untilStill();
  return socket;
};

beforeAll(async () => {
  [files, json, sessionsThatEnd] = await Promise.all([
    FileService.start(),
    AnsweringService.start(),
    SessionsThatEnd.start(),
  ]);
  await gatewayWith();
});
beforeEach(() => {
  files.write = async () => undefined;
  json.forget();
});
afterAll(async () => {
  await Promise.all(gateways.map((gateway) => gateway.stop()));
  await Promise.all([files.stop(), json.stop(), sessionsThatEnd.stop()]);
});

describe('an export', () => {
  it('with a format is a file, passed on as the service sends it', async () => {
    files.write = files.writing(12);
    const response = await exporting(await aUser());
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'content-disposition': 'attachment; filename="GraphData.xlsx"',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes).toHaveLength(1_200_000);
    expect([0, 5, 11].map((piece) => bytes[piece * 100_000])).toEqual([0, 5, 11]);
  });

  it('without a format is JSON', async () => {
    json.answer(dashboards.exportLog, { header: ['Device Id'], dataArray: [] });
    const response = await exporting(await aUser(), { query: '' });
    expect(await response.json()).toEqual({
      error: false,
      message: 'OK',
      data: { header: ['Device Id'], dataArray: [] },
    });
  });

  it('without a format may be JSON of any length, passed on as the service sends it', async () => {
    const rows = Array.from({ length: 60_000 }, (_, place) => `row ${place} of many`);
    files.write = async (file) => {
      await file.write(Buffer.from('{"rows":['));
      for (const [place, row] of rows.entries())
        await file.write(Buffer.from(`${place > 0 ? ',' : ''}"${row}"`));
      await file.write(Buffer.from(']}'));
    };
    const { authorization } = await aUser();
    const response = await fetch(`${gateways[0]!.url}/v1/log/export`, { headers: { authorization } });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
    });
    expect(await response.json()).toEqual({ error: false, message: 'OK', data: { log: { rows } } });
  });

  it('of an unknown format, or with an unknown field, is refused', async () => {
    const user = await aUser();
    expect((await exporting(user, { query: '?format=pdf' })).status).toBe(422);
    expect((await exporting(user, { query: '?format=csv&inbox=x' })).status).toBe(400);
    expect((await exporting({ authorization: '' })).status).toBe(401);
  });

  it('is written by the service no faster than a client reads, and no further once the client is gone', async () => {
    files.write = files.writing(2_000);
    const socket = await stalledExport(gateways[0]!.port);
    expect(files.written).toBeLessThan(60_000_000);
    const held = files.written;
    socket.destroy();
    await until(() => files.isUnwanted);
    expect(files.written).toBeLessThanOrEqual(held + (MOST_UNANSWERED + 1) * PART_BYTES);
  });

  it('that breaks off is a failed download, never a short file', async () => {
    files.write = async (file, request) => {
      await files.writing(5)(file, request);
      throw new Error('the database is away');
    };
    const response = await exporting(await aUser());
    expect(response.status).toBe(200);
    await expect(response.arrayBuffer()).rejects.toThrow();
    const { authorization } = await aUser();
    const asJson = await fetch(`${gateways[0]!.url}/v1/log/export`, { headers: { authorization } });
    expect(asJson.status).toBe(200);
    await expect(asJson.arrayBuffer()).rejects.toThrow();
  });

  it('that fails before it begins is an error, and is not counted', async () => {
    const { url: at } = await gatewayWith({ EXPORT_LIMIT: '2' });
    const user = await aUser();
    files.write = async () => {
      throw new Error('the database is away');
    };
    for (let time = 0; time < 4; time++) {
      const response = await exporting(user, { at });
      expect(response.status).toBe(503);
      expect(response.headers.get('content-disposition')).toBeNull();
      expect(await response.json()).toMatchObject({
        error: true,
        message: 'The export broke off. Try again',
      });
    }
  });

  it('ends within 5 s of its session', async () => {
    files.write = files.holding;
    const ending = async () => {
      const user = await aUser();
      const response = await exporting(user);
      expect(response.status).toBe(200);
      return timeOf(async () => {
        sessionsThatEnd.end(`session-of-${user.sub}`);
        await expect(response.arrayBuffer()).rejects.toThrow();
        await until(() => files.isUnwanted);
      });
    };
    expect(await quickest(ending, 5_000)).toBeLessThan(5_000);
  });

  it('ends when the gateway stops', async () => {
    files.write = files.holding;
    const gateway = await gatewayWith();
    const response = await exporting(await aUser(), { at: gateway.url });
    await gateway.stop();
    await expect(response.arrayBuffer()).rejects.toThrow();
  });

  it('ends when the gateway stops, also of a client that reads nothing', async () => {
    files.write = files.writing(2_000);
    const gateway = await gatewayWith();
    const socket = await stalledExport(gateway.port);
    await gateway.stop();
    socket.destroy();
  });
});

describe('exports of a user', () => {
  it('are two at once, as JSON or as files; the next may begin when one has ended', async () => {
    const user = await aUser();
    const leaving = new AbortController();
    files.write = files.holding;
    // An answer without a reference may be cancelled.
    const held = [await exporting(user, { signal: leaving.signal }), await exporting(user)];
    for (const query of ['?format=csv', '']) {
      const refused = await exporting(user, { query });
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await refused.json()).toMatchObject({
        message: '2 exports of yours are under way. Wait until one has ended, or cancel it',
      });
    }
    expect((await exporting(await aUser())).status).toBe(200);
    expect(held.map(({ bodyUsed }) => bodyUsed)).toEqual([false, false]);
    leaving.abort();
    await until(async () => (await exporting(user)).status === 200);
  });

  it('take no place once their clients have left, however early', async () => {
    const gateway = await gatewayWith({ EXPORT_LIMIT: '1000' });
    const user = await aUser();
    files.write = files.holding;
    for (let time = 0; time < 10; time++) {
      const socket = await openUnread(gateway.port);
      await new Promise<void>((resolve) => void socket.write(requestOf(user), () => resolve()));
      socket.destroy();
    }
    await until(async () => {
      const leaving = new AbortController();
      const { signal } = leaving;
      const two = await Promise.all([1, 2].map(() => exporting(user, { at: gateway.url, signal })));
      // An export that got the only place left would keep it.
      leaving.abort();
      return two.every(({ status }) => status === 200);
    });
  });

  it('are ten an hour, as JSON or as files', async () => {
    const user = await aUser();
    json.answer(dashboards.exportLog, { header: [], dataArray: [] });
    for (let count = 0; count < 10; count++) {
      const response = await exporting(user, { query: count % 2 ? '' : '?format=csv' });
      expect(response.status).toBe(200);
      await response.arrayBuffer();
    }
    const refused = await exporting(user);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000);
    expect(await refused.json()).toMatchObject({
      message: expect.stringMatching(/hour. Try again in 60 min$/),
    });
  });

  it('that are ordered count when they are ordered, and not when their files are fetched', async () => {
    const { url: at } = await gatewayWith({ EXPORT_LIMIT: '2' });
    const user = await aUser();
    json.answer(exportOrders.order, {});
    json.answer(dashboards.exportLog, {});
    for (const expected of [200, 200, 429]) expect((await ordering(user, at)).status).toBe(expected);
    for (const query of ['?format=csv', '', '?format=csv', '']) {
      const { authorization } = user;
      const fetched = await fetch(`${at}/v1/ordered/pump01${query}`, { headers: { authorization } });
      expect(fetched.status).toBe(200);
      await fetched.arrayBuffer();
    }
  });

  it('that are refused when they are ordered do not count', async () => {
    const { url: at } = await gatewayWith({ EXPORT_LIMIT: '1' });
    const user = await aUser();
    json.refuse(exportOrders.order, {
      code: 'ExportsUnderWay',
      kind: 'limited',
      message: 'Two are under way',
    });
    for (let time = 0; time < 3; time++) expect((await ordering(user, at)).status).toBe(429);
    json.answer(exportOrders.order, {});
    expect((await ordering(user, at)).status).toBe(200);
  });
});
