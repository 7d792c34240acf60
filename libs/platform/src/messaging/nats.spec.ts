import { describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { connectNats } from './nats.ts';

const INFO = `INFO ${JSON.stringify({ server_id: 'spec', version: '2.11.0', proto: 1, headers: true, max_payload: 1_048_576 })}\r\n`;

/** A minimal NATS server. Sign-ins whose number, counted from 0, is in `refused` end in a timeout. */
const overloadedServer = async (refused: readonly number[]) => {
  let signIns = 0;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write(INFO);
    socket.setEncoding('utf8').on('data', (text: string) => {
      if (text.includes('CONNECT') && refused.includes(signIns++)) {
        return void socket.end("-ERR 'Authentication Timeout'\r\n");
      }
      if (text.includes('PING')) socket.write('PONG\r\n');
      if (text.includes('PUB leave')) socket.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `nats://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() };
};

describe('a connection to NATS', () => {
  it('comes back after the server was too busy for several sign-ins in a row', async () => {
    const server = await overloadedServer([1, 2, 3]);
    const nats = await connectNats(server.url, 'spec');
    const back = (async () => {
      for await (const { type } of nats.status()) if (type === 'reconnect') return 'back';
      return 'closed';
    })();
    nats.publish('leave');
    expect(await back).toBe('back');
    await nats.close();
    server.stop();
  });
});
