import { expect, it } from '@jest/globals';
import { LIVE_SUBJECTS } from '@telemon/contracts/topics';
import { connectNats } from '@telemon/platform/messaging/nats';
import { SessionsThatEnd } from '@telemon/testing/ended-sessions';
import { uniqueName } from '@telemon/testing/given';
import { servers } from '@telemon/testing/servers';
import { TcpProxy } from '@telemon/testing/tcp-proxy';
import { TokenKeys } from '@telemon/testing/tokens';
import { until } from '@telemon/testing/waiting';
import { randomUUID } from 'node:crypto';
import { givenGateway } from '../../testing/given-gateway.ts';
import { StreamReader } from '../../testing/stream-reader.ts';

it('every page gets a reset after NATS was away, also one that comes back later', async () => {
  const natsUrl = new URL(servers().natsUrl);
  const proxy = await TcpProxy.to(Number(natsUrl.port));
  natsUrl.port = String(proxy.port);
  const nats = await connectNats(servers().natsUrl, 'nats-outage-spec');
  const sessionsThatEnd = await SessionsThatEnd.start();
  const keys = new TokenKeys();
  const gateway = await givenGateway({
    keys,
    endedSessions: sessionsThatEnd.call,
    settings: { NATS_URL: natsUrl.href },
  });
  const managerId = randomUUID();
  const token = await keys.sign({ sub: managerId, role: 'manager', managerId, mqttAdmin: false });
  const open = (headers = {}) => StreamReader.open(gateway.url, token, headers);
  const [stays, leaves] = [await open(), await open()];
  await until(() => stays.lastId !== '' && leaves.lastId !== '');
  const { lastId } = leaves;
  leaves.leave();
  proxy.cut();
  const audience = { managerId, assistantIds: [] };
  const deviceName = uniqueName('live');
  const update = { audience, deviceName, change: 'status', status: 1, silentSince: null };
  nats.publish(LIVE_SUBJECTS.devices, JSON.stringify(update));
  await nats.flush();
  proxy.heal();
  await until(() => stays.events.length === 1, { what: 'a reset' });
  const back = await open({ 'last-event-id': lastId });
  await until(() => back.events.length === 1);
  for (const { events } of [stays, back]) expect(events[0]).toMatchObject({ event: 'reset', data: '{}' });
  // A page that has had the reset doesn't get it again.
  const again = await open({ 'last-event-id': stays.lastId });
  await until(() => again.signsOfLife >= 1);
  expect(again.events).toEqual([]);
  for (const reader of [stays, back, again]) reader.leave();
  await gateway.stop();
  await sessionsThatEnd.stop();
  await nats.close();
  await proxy.close();
});
