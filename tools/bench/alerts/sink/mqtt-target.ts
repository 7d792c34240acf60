import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { generate, parser, type Packet } from 'mqtt-packet';

/**
 * The broker that alerts publish to: it takes messages and acknowledges them, and has no subscribers.
 * @returns the port
 */
export async function listenForMqtt(onMessage: (payload: string) => void): Promise<number> {
  const server = createServer({ noDelay: true }, (socket) => {
    const packets = parser();
    packets.on('packet', (packet: Packet) => answer(packet, socket, onMessage));
    packets.on('error', () => socket.destroy());
    socket.on('data', (bytes) => packets.parse(bytes));
    socket.on('error', () => socket.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

function answer(packet: Packet, socket: Socket, onMessage: (payload: string) => void): void {
  switch (packet.cmd) {
    case 'connect':
      socket.write(generate({ cmd: 'connack', returnCode: 0, sessionPresent: false }));
      break;
    case 'publish':
      onMessage(String(packet.payload));
      if (packet.qos === 1) socket.write(generate({ cmd: 'puback', messageId: packet.messageId! }));
      break;
    case 'pingreq':
      socket.write(generate({ cmd: 'pingresp' }));
      break;
    case 'disconnect':
      socket.end();
      break;
    default:
  }
}
