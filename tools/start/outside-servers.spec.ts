import { describe, expect, it } from '@jest/globals';
import { servers } from '@telemon/testing/servers';
import { until } from '@telemon/testing/waiting';
import { choosePorts } from '../servers/ports.ts';
import { readOptions } from './options.ts';
import { broughtServers, checkOutsideServers, outsideDatabase } from './outside-servers.ts';

const options = (environment: Record<string, string>) => readOptions([], environment)!;

describe("the user's own servers", () => {
  it("replace the launcher's servers", () => {
    expect(
      broughtServers(
        options({ MONGODB_URL: 'mongodb://db.example.com', NATS_URL: 'nats://bus.example.com' }),
      ),
    ).toEqual(['kafka', 'redis']);
  });

  it('are accepted when they answer', async () => {
    const { mongoUrl, kafkaBrokers, natsUrl, redisUrl } = servers();
    const given = {
      MONGODB_URL: mongoUrl,
      KAFKA_BROKERS: kafkaBrokers,
      NATS_URL: natsUrl,
      REDIS_URL: redisUrl,
    };
    await expect(checkOutsideServers(options(given))).resolves.toBeUndefined();
  });

  it.each<[string, (port: number) => string]>([
    ['KAFKA_BROKERS', (port) => `127.0.0.1:${port}`],
    ['KAFKA_BROKERS', (port) => `user:secret@127.0.0.1:${port}`],
    ['NATS_URL', (port) => `nats://user:secret@127.0.0.1:${port}`],
    ['REDIS_URL', (port) => `redis://:secret@127.0.0.1:${port}`],
  ])('%s is named when nothing answers there', async (variable, at) => {
    const { port } = await choosePorts(['port']);
    await expect(checkOutsideServers(options({ [variable]: at(port) }))).rejects.toThrow(
      `${variable} should name a server that answers; 127.0.0.1:${port} doesn't`,
    );
  });

  it('MONGODB_URL is named with the reason when nothing answers there', async () => {
    const { port } = await choosePorts(['port']);
    const url = `mongodb://user:secret@127.0.0.1:${port}/?replicaSet=telemon`;
    const refusal = () => checkOutsideServers(options({ MONGODB_URL: url }), 100).then(() => '', String);
    // On a busy machine, the time may be over before the connection is refused.
    const message = await until(async () => {
      const words = await refusal();
      return words.includes('ECONNREFUSED') && words;
    });
    expect(message).toContain(`MONGODB_URL doesn't answer: connect ECONNREFUSED 127.0.0.1:${port}`);
  });

  it('MONGODB_URL is named when its login is refused, and the login is not shown', async () => {
    const url = new URL(servers().mongoUrl);
    url.password = 'secret';
    const refused = checkOutsideServers(options({ MONGODB_URL: url.href }));
    await expect(refused).rejects.toThrow("MONGODB_URL doesn't answer: Authentication failed.");
  });
});

describe("the address of a service's database on the user's MongoDB", () => {
  it.each([
    ['mongodb://db/', 'mongodb://db/auth'],
    ['mongodb://u:p@db/?replicaSet=rs0', 'mongodb://u:p@db/auth?replicaSet=rs0&authSource=admin'],
    ['mongodb://u:p@db/users', 'mongodb://u:p@db/auth?authSource=users'],
    ['mongodb://u:p@a:1,b:2/?replicaSet=r', 'mongodb://u:p@a:1,b:2/auth?replicaSet=r&authSource=admin'],
    ['mongodb+srv://u:p@db/?authSource=x', 'mongodb+srv://u:p@db/auth?authSource=x'],
  ])('%s becomes %s', (url, expected) => {
    expect(outsideDatabase(url, 'auth')).toBe(expected);
  });
});
