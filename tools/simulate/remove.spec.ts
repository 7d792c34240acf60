import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DEVICES } from './fleet.ts';
import { newDemo } from './make.ts';
import { Portal } from './portal.ts';
import { removeFleet } from './remove.ts';

const NAMES = DEVICES.slice(0, 3).map(({ deviceName }) => deviceName);

let left: string[];
let wasBusy: boolean;
let server: Server;
let portal: Portal;

/** Stands in for /v1 with some devices of the fleet; it is busy once, when a device has been deleted. */
const answerTo = (method: string, path: string): { status: number; data: unknown } => {
  if (method === 'DELETE' && left.length < NAMES.length && !wasBusy) {
    wasBusy = true;
    return { status: 503, data: null };
  }
  if (method === 'DELETE') left = left.filter((deviceName) => !path.endsWith(`/${deviceName}`));
  const devices = left.map((deviceName) => ({ deviceName, managerId: 'm1' }));
  return { status: 200, data: { token: 't', managers: [], locations: [], alerts: [], devices } };
};

beforeEach(async () => {
  left = [...NAMES];
  wasBusy = false;
  server = createServer(({ method, url }, response) => {
    const { status, data } = answerTo(method!, url!);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: status >= 400, message: 'busy', data }));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  portal = new Portal(`http://127.0.0.1:${port}`, { email: 'admin@example.com', password: 'secret' });
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

it('the removal of the demo fleet also counts the removals before Telemon was busy for a moment', async () => {
  const demo = newDemo(Date.now());
  for (const username of NAMES) demo.logins[username] = { username, password: 'a secret' };
  const removed = await removeFleet(portal, demo);
  expect(left).toEqual([]);
  expect(removed).toMatchObject({ devices: NAMES.length, kept: [] });
});
