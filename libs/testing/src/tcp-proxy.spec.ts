import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';
import { TcpProxy } from './tcp-proxy.ts';
import { until } from './waiting.ts';

let echo: Server;
let proxy: TcpProxy;
/** Everything that reached the server. */
let arrived: string;

const open = async (): Promise<Socket> => {
  const client = connect(proxy.port, '127.0.0.1').setEncoding('utf8');
  client.on('error', () => undefined);
  await once(client, 'connect');
  return client;
};
const answerTo = async (client: Socket, text: string): Promise<string> => {
  client.write(text);
  const [answer] = (await once(client, 'data')) as [string];
  return answer;
};

beforeEach(async () => {
  arrived = '';
  echo = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => (arrived += String(bytes)));
    socket.pipe(socket);
  });
  echo.listen(0, '127.0.0.1');
  await once(echo, 'listening');
  proxy = await TcpProxy.to((echo.address() as AddressInfo).port);
});

afterEach(async () => {
  await proxy.close();
  echo.close();
});

describe('a proxy before a server', () => {
  it('passes bytes on both ways, and the end of one side alone', async () => {
    const client = await open();
    expect(await answerTo(client, 'one')).toBe('one');
    client.end('two');
    expect(await once(client, 'data')).toEqual(['two']);
    await once(client, 'end');
  });

  it('resets existing and new links while it is cut, until it is healed', async () => {
    const client = await open();
    proxy.cut();
    expect(await once(client, 'error')).toMatchObject([{ code: 'ECONNRESET' }]);
    const refused = connect(proxy.port, '127.0.0.1');
    expect(await once(refused, 'error')).toMatchObject([{ code: 'ECONNRESET' }]);
    proxy.heal();
    expect(await answerTo(await open(), 'again')).toBe('again');
  });

  it('loses the bytes that made it cut the line', async () => {
    proxy.beforePassing = (bytes, from) => {
      if (from === 'client' && bytes.includes('insert')) proxy.cut();
    };
    const client = await open();
    expect(await answerTo(client, 'find')).toBe('find');
    client.write('insert');
    await once(client, 'error');
    expect(arrived).toBe('find');
  });

  it('takes bytes and returns none as a black hole, in links that stay dead afterwards', async () => {
    const client = await open();
    expect(await answerTo(client, 'one')).toBe('one');
    proxy.blackHole();
    const answers: string[] = [];
    client.on('data', (answer: string) => answers.push(answer));
    const later = await open();
    later.write('three');
    client.write('two');
    // The proxy may see the new link later than its client.
    await until(() => client.bytesWritten === 6 && proxy['links'].size === 2);
    proxy.heal();
    expect(await answerTo(await open(), 'four')).toBe('four');
    client.write('five');
    expect(await answerTo(await open(), 'six')).toBe('six');
    expect(answers).toEqual([]);
    expect(client.closed || later.closed).toBe(false);
    expect(arrived).toBe('onefoursix');
  });

  it('delays bytes each way and keeps their order', async () => {
    const client = await open();
    proxy.delayBy(100);
    const begun = performance.now();
    client.write('one');
    await until(() => arrived === 'one', { everyMs: 1 });
    expect(performance.now() - begun).toBeGreaterThan(90);
    await once(client, 'data');
    expect(performance.now() - begun).toBeGreaterThan(190);
    client.write('two');
    await until(() => client.bytesWritten === 6, { everyMs: 1 });
    proxy.heal();
    client.write('three');
    await until(() => arrived.length === 11, { everyMs: 1 });
    expect(arrived).toBe('onetwothree');
  });

  it('keeps the order of bytes that come just when the delay of earlier ones is over', async () => {
    const client = await open();
    proxy.delayBy(() => 20);
    let delayedAt = Infinity;
    proxy.beforePassing = (bytes) => {
      if (String(bytes) === 'one') delayedAt = performance.now();
      // Blocks the event loop, timers too.
      if (String(bytes) === 'two') while (performance.now() < delayedAt + 40);
    };
    client.write('one');
    await until(() => delayedAt < Infinity, { everyMs: 1 });
    proxy.heal();
    client.write('two');
    await until(() => arrived.length === 6, { everyMs: 1 });
    expect(arrived).toBe('onetwo');
  });
});
