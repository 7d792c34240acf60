import { expect, it } from '@jest/globals';
import { once } from 'node:events';
import { type AddressInfo, type Socket, createServer } from 'node:net';
import { MqttDevice } from './mqtt-device.ts';
import { until } from './waiting.ts';

/** The MQTT 3.1.1 packet that lets a client in. */
const CONNACK = Buffer.from([0x20, 2, 0, 0]);

it('A device that ends while it waits to reconnect does not reconnect', async () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined).once('data', () => socket.write(CONNACK));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const connect = (username: string) => MqttDevice.connect(port, { username, password: 'secret' });
  const [ended, other] = [await connect('pump01'), await connect('pump02')];
  for (const socket of sockets) socket.destroy();
  await until(() => !ended.isConnected && !other.isConnected, { everyMs: 1 });
  ended.end();
  // It began to wait after the one that has ended.
  await until(() => other.isConnected);
  for (const device of [ended, other]) device.end();
  server.close();
  expect(sockets).toHaveLength(3);
});
