import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { MongoClient } from 'mongodb';
import { Supervised } from '../start/supervise.ts';
import { bringMongodb, mongodb, mongodbRootUrl, mongodbUrl, type MongodbSettings } from './mongodb.ts';
import { choosePorts } from './ports.ts';

const logins = [
  { name: 'auth', password: 'password-of-auth' },
  { name: 'devices', password: 'password-of-devices' },
];

let program: string;
let folder: string;
let settings: MongodbSettings;
let running: Supervised | null = null;

beforeAll(async () => {
  program = await bringMongodb(console.log);
  folder = mkdtempSync(join(tmpdir(), 'telemon-mongodb-'));
  for (const inside of ['logs', 'run']) mkdirSync(join(folder, inside));
  const { port } = await choosePorts(['port']);
  settings = {
    folder: join(folder, 'mongodb'),
    port,
    rootPassword: 'root-password',
    keyFile: 'a'.repeat(64),
    logins,
  };
});
afterEach(async () => {
  await running?.stop();
  running = null;
});
afterAll(() => rmSync(folder, { recursive: true }));

async function start(changes: Partial<MongodbSettings> = {}): Promise<void> {
  settings = { ...settings, ...changes };
  const supervision = { logs: join(folder, 'logs'), run: join(folder, 'run'), say: () => undefined };
  running = new Supervised(await mongodb(program, settings), supervision);
  await running.start();
}

const connect = (login: (typeof logins)[number]) => MongoClient.connect(mongodbUrl(settings.port, login));

describe('the MongoDB of an installation', () => {
  it('gives each service its own database and no other', async () => {
    await start();
    await using client = await connect(logins[0]!);
    await client.db('auth').collection('users').createIndex({ email: 1 }, { unique: true });
    await client.db('auth').collection('users').insertOne({ email: 'a@example.com' });
    const others = client.db('devices').collection('devices');
    await expect(others.findOne()).rejects.toMatchObject({ codeName: 'Unauthorized' });
    await expect(others.insertOne({})).rejects.toMatchObject({ codeName: 'Unauthorized' });
  });

  it('supports transactions, and keeps its data over a restart', async () => {
    await start();
    await using client = await connect(logins[0]!);
    const users = client.db('auth').collection('users');
    await client.withSession((session) =>
      session.withTransaction(() => users.insertOne({ email: 'b@example.com' }, { session })),
    );
    expect(await users.countDocuments()).toBe(2);
  });

  it('rejects clients without a password', async () => {
    await start();
    await using client = new MongoClient(`mongodb://127.0.0.1:${settings.port}/?directConnection=true`);
    await expect(client.db('auth').collection('users').findOne()).rejects.toMatchObject({
      codeName: 'Unauthorized',
    });
  });

  it('keeps its data when its port changes', async () => {
    const { port } = await choosePorts(['port']);
    await start({ port });
    await using client = await MongoClient.connect(mongodbRootUrl(settings));
    expect(await client.db('auth').collection('users').countDocuments()).toBe(2);
  });

  it('adds the login of a new service', async () => {
    const late = { name: 'logs', password: 'password-of-logs' };
    await start({ logins: [...logins, late] });
    await using client = await connect(late);
    await client.db('logs').collection('rows').insertOne({ topic: 'devices/a/telemetry' });
  });

  it('says that its secrets have changed', async () => {
    await expect(start({ rootPassword: 'another' })).rejects.toThrow(
      'The database was made with other passwords than those in secrets.json of the data folder. Put that file back.',
    );
  });
});
