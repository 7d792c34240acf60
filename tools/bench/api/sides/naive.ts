import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MongoClient } from 'mongodb';
import { bringServer, newServerSecrets } from '../../../servers/local.ts';
import { mongodbUrl } from '../../../servers/mongodb.ts';
import { choosePorts } from '../../../servers/ports.ts';
import type { Say } from '../../../servers/progress.ts';
import { ComparedPackages } from '../../compared-packages.ts';
import { serverVersions } from '../../machine.ts';
import { SupervisedGroup } from '../../supervised-group.ts';
import { DEFAULTS, deviceOf, LOCATION, type Owner, PERSON, SENSOR_NAMES } from '../fleet.ts';
import { hashed } from './argon2.ts';
import type { FleetSize, Side, SideKind } from './side.ts';

const packages = new ComparedPackages({
  sources: fileURLToPath(new URL('../comparators', import.meta.url)),
  name: 'api-comparators',
  project: 'naive',
  programs: ['gateway.mts', 'service.mts'],
});

/** Whether the names of a row's owner and sensors are joined from other collections or copied into its document. */
type Names = 'joined' | 'copied';

/** A gateway and a service over NATS as Nest's documentation shows them, with mongoose and `populate`. */
export const naive = (say: Say): SideKind => kindOf('Naive NestJS app', 'joined', say);

/** The naive app with all names copied into the devices' documents: a page takes two queries. */
export const naiveCopied = (say: Say): SideKind => kindOf('The same, names copied', 'copied', say);

const kindOf = (title: string, names: Names, say: Say): SideKind => ({
  title,
  versions: async () => {
    const { mongodb, nats } = await serverVersions(say);
    return {
      mongodb: mongodb!,
      nats: nats!,
      ...(await packages.versions(
        '@nestjs/core',
        '@nestjs/microservices',
        '@nestjs/platform-fastify',
        '@nestjs/jwt',
        'mongoose',
        '@node-rs/argon2',
      )),
    };
  },
  start: (folder, size) => startNaive({ folder, names, size, say }),
});

interface Setting {
  readonly folder: string;
  readonly names: Names;
  readonly size: FleetSize;
  readonly say: Say;
}

async function startNaive({ folder, names, size, say }: Setting): Promise<Side> {
  const program = await packages.install(say);
  const ports = await choosePorts(['mongodb', 'nats', 'kafka', 'kafka-controller', 'redis', 'gateway']);
  const secrets = newServerSecrets();
  const login = { name: 'naive', password: secrets.redis };
  const servers = { folder, ports, secrets, logins: [login] };
  const group = new SupervisedGroup(folder, say);
  try {
    for (const server of ['mongodb', 'nats'] as const) {
      await group.start(await bringServer[server](servers, say));
    }
    const mongoUrl = mongodbUrl(ports.mongodb, login);
    const env = {
      MONGODB_URL: mongoUrl,
      NATS_SERVER: `127.0.0.1:${ports.nats}`,
      NATS_USER: 'telemon',
      NATS_PASSWORD: secrets.nats,
      NAMES: names,
      JWT_SECRET: randomBytes(32).toString('hex'),
      PORT: String(ports.gateway),
    };
    const readyWhenItSays = 'listening';
    for (const name of ['service', 'gateway']) {
      const command = [process.execPath, join(program, 'naive', `${name}.mjs`)] as const;
      await group.startProgram({ name, command, env, readyWhenItSays }, join(folder, name));
    }
    const email = 'mona@bench.example.com';
    const owner = await seed(mongoUrl, email, names, size);
    const url = `http://127.0.0.1:${ports.gateway}`;
    const token = await signIn(url, email);
    return { url, email, token, owner, processes: () => group.processes, stop: () => group.stop() };
  } catch (error) {
    await group.stop();
    throw error;
  }
}

const id = (): string => randomBytes(12).toString('hex');

async function seed(
  mongoUrl: string,
  email: string,
  names: Names,
  { devices, owned }: FleetSize,
): Promise<Owner> {
  const newOwner = (): Owner => ({ managerId: id(), sensorIds: SENSOR_NAMES.map(id) });
  const [owner, other] = [newOwner(), newOwner()];
  const { name, companyName, password } = PERSON;
  const copies = { managerName: name, companyName, locationName: LOCATION, sensors: SENSOR_NAMES };
  const firstMade = Date.now() - devices;
  const lastUpdated = new Date();
  const client = await MongoClient.connect(mongoUrl);
  try {
    const db = client.db();
    const passwordHash = await hashed(password);
    const person = { name, companyName, locationName: LOCATION, userRole: 'manager', passwordHash };
    await db.collection<{ _id: string }>('users').insertMany(
      [owner, other].map(({ managerId: _id }) => ({
        _id,
        email: _id === owner.managerId ? email : _id,
        ...person,
      })),
    );
    await db
      .collection<{ _id: string }>('sensor_types')
      .insertMany(
        [owner, other].flatMap(({ sensorIds }) =>
          sensorIds.map((_id, index) => ({ _id, sensorName: SENSOR_NAMES[index] })),
        ),
      );
    await db.collection<{ _id: string }>('devices').insertMany(
      Array.from({ length: devices }, (_, number) => {
        const { deviceName, ...settings } = deviceOf(number);
        const { managerId, sensorIds } = number < owned ? owner : other;
        return {
          _id: deviceName,
          ...settings,
          ...DEFAULTS,
          managerId,
          sensorIds,
          ...(names === 'copied' && copies),
          status: 0,
          lastUpdated,
          createdAt: new Date(firstMade + number),
        };
      }),
    );
  } finally {
    await client.close();
  }
  return owner;
}

async function signIn(url: string, email: string): Promise<string> {
  const response = await fetch(`${url}/v1/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PERSON.password }),
  });
  const { data } = (await response.json()) as { data: { token: string } };
  return data.token;
}
