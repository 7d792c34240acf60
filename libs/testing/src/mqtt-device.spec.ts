import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, createServer } from 'node:net';
import { MqttDevice } from './mqtt-device.ts';
import { until } from './waiting.ts';

/** The MQTT 3.1.1 packet that lets a client in. */
const CONNACK = Buffer.from([0x20, 2, 0, 0]);

let server: Server;
let sockets: Socket[];
let port: number;

beforeEach(async () => {
  sockets = [];
  server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined).once('data', () => socket.write(CONNACK));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterEach(() => {
  server.close();
});

it('A device that ends while it waits to reconnect does not reconnect', async () => {
  const connect = (username: string) => MqttDevice.connect(port, { username, password: 'secret' });
  const [ended, other] = [await connect('pump01'), await connect('pump02')];
  for (const socket of sockets) socket.destroy();
  await until(() => !ended.isConnected && !other.isConnected, { everyMs: 1 });
  ended.end();
  // `other` began to wait after `ended`.
  await until(() => other.isConnected);
  for (const device of [ended, other]) device.end();
  expect(sockets).toHaveLength(3);
});

it('A device that connects anew keeps its former connection until the endpoint ends it, and does not reconnect then', async () => {
  const device = await MqttDevice.connect(port, { username: 'pump01', password: 'secret' });
  const { signedInAt } = device;
  device.connectAnew();
  expect(device.isConnected).toBe(false);
  await until(() => device.isConnected);
  expect(device.signedInAt).toBeGreaterThanOrEqual(signedInAt);
  expect(device.formerConnections).toBe(1);
  sockets[0]!.destroy();
  await until(() => device.formerConnections === 0);
  expect(device.isConnected).toBe(true);
  device.end();
  expect(sockets).toHaveLength(2);
});
