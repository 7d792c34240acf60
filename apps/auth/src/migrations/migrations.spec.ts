import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type FreshDatabase, freshDatabase, proxyBeforeDatabase } from '@telemon/testing/database';
import { ServiceProcess } from '@telemon/testing/service-process';
import type { TcpProxy } from '@telemon/testing/tcp-proxy';
import { TokenKeys } from '@telemon/testing/tokens';
import { until } from '@telemon/testing/waiting';
import type { Collection } from 'mongodb';

const ACCOUNTS = 10_000;
/** A write of resets, as BSON. */
const WRITES_RESETS = 'update\0\u0007\0\0\0resets\0';

interface Row {
  _id: string;
  count: number;
  until: Date;
}

let database: FreshDatabase;
let proxy: TcpProxy;
let url: string;
let service: ServiceProcess | undefined;
beforeAll(async () => {
  database = await freshDatabase();
  ({ proxy, url } = await proxyBeforeDatabase(database));
});
afterAll(async () => {
  await service?.stop();
  await proxy.close();
  await database.drop();
});

it('resets of the month stay counted through a kill in the middle of the migration', async () => {
  const ends = new Date(Date.now() + 86_400_000);
  const numbers = Array.from({ length: ACCOUNTS }, (_, number) => number);
  const counters: Collection<Row> = database.db.collection('counters');
  await counters.insertMany(
    numbers.map((number) => ({ _id: `RESET_LIMIT u${number}`, count: 1 + (number % 3), until: ends })),
  );
  await counters.insertOne({ _id: 'LOGIN_LIMIT somebody', count: 9, until: ends });
  const resets: Collection<Row> = database.db.collection('resets');
  const env = {
    MONGODB_URL: url,
    TOKEN_PRIVATE_KEY: new TokenKeys().privateVariable,
    PUBLIC_URL: 'https://telemon.example.com',
  };
  let writes = 0;
  proxy.beforePassing = (bytes, from) => {
    // The third one hangs, so that the migration cannot end before the kill.
    if (from === 'client' && bytes.includes(WRITES_RESETS) && ++writes === 3) proxy.blackHole();
  };
  service = await ServiceProcess.prepare('auth', { env });
  const begun = service.startAgain();
  const cutOff = expect(begun).rejects.toThrow('SIGKILL');
  await until(() => writes >= 3);
  await service.kill();
  await cutOff;
  const copied = await resets.countDocuments();
  expect(copied).toBeGreaterThan(0);
  expect(copied).toBeLessThan(ACCOUNTS);
  proxy.heal();
  await service.startAgain();
  const counts = await resets.find().toArray();
  expect(new Map(counts.map(({ _id, count }) => [_id, count]))).toEqual(
    new Map(numbers.map((number) => [`u${number}`, 1 + (number % 3)])),
  );
  expect(counts.every(({ until: at }) => at.getTime() === ends.getTime())).toBe(true);
});
