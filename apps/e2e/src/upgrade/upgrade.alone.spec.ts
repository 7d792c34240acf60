import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Device, MqttLogin } from '@telemon/contracts/devices/devices';
import type { User } from '@telemon/contracts/auth/users';
import type { Location } from '@telemon/contracts/auth/locations';
import type { AssignedAssistant } from '@telemon/contracts/devices/assignments';
import type { Floor } from '@telemon/contracts/devices/floors';
import type { SensorType } from '@telemon/contracts/devices/sensor-types';
import { ApiClient } from '@telemon/testing/api-client';
import { MqttDevice } from '@telemon/testing/mqtt-device';
import { until } from '@telemon/testing/waiting';
import { WholeProduct } from '@telemon/testing/whole-product';
import { MongoClient } from 'mongodb';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FORMER, LOGIN_FILE, alertedValues, storedValues } from './former-installation.ts';

/** Days of versions whose `make-data-folder.ts` packed a data folder, and the assistants of the device in it. */
const DATA_FOLDERS: readonly [day: string, assistants: readonly string[]][] = [['2026-11-22', []]];
/** With this many resets, the step takes seconds. */
const RESETS = 50_000;

describe.each(DATA_FOLDERS)('the data folder of the version of %s', (day, assistants) => {
  let folder: string;
  let product: WholeProduct;
  let admin: ApiClient;
  const signIn = ({ email, password }: { email: string; password: string }) =>
    ApiClient.signIn(product.addresses.url, email, password);
  const signInAdmin = () =>
    signIn({ email: product.addresses.adminEmail, password: product.addresses.adminPassword });

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'telemon-upgrade-'));
    execFileSync('tar', ['xzf', join(import.meta.dirname, `data-folder-of-${day}.tar.gz`), '-C', folder]);
    product = await WholeProduct.startOn(folder);
    admin = await signInAdmin();
  }, 240_000);
  afterAll(async () => {
    await product?.end();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is migrated, and the terminal reports it', () => {
    expect(product.output).toContain('auth brings its data up to date (0001-copy-resets): done');
    expect(product.output).toContain('devices brings its data up to date (0001-complete-devices): done');
  });

  const expectNothingLost = async () => {
    const manager = await signIn(FORMER.manager);
    for (const api of [admin, manager]) {
      const { devices } = await api.get<{ devices: Device[] }>('/device?limit=10');
      expect(devices).toMatchObject([{ deviceName: FORMER.deviceName, deviceAlias: FORMER.deviceAlias }]);
    }
    const { users } = await admin.get<{ users: User[] }>('/user?limit=10');
    const former = users.find(({ email }) => email === FORMER.manager.email)!;
    expect(former).toMatchObject({ userRole: 'manager', name: 'Mona Manager', companyName: 'Cold Stores' });
    const { locations } = await admin.get<{ locations: Location[] }>('/getAllLocation');
    expect(locations.map(({ id }) => id)).toEqual([former.locationId]);
    const { sensors } = await manager.get<{ sensors: SensorType[] }>(`/getAllSensorType/${former.id}`);
    expect(sensors.map(({ sensorName }) => sensorName)).toEqual([FORMER.sensorName]);
    const assigned = await manager.get<{ assistants: AssignedAssistant[] }>(
      `/assistantByDeviceId/${FORMER.deviceName}`,
    );
    expect(assigned.assistants.map(({ assistantName }) => assistantName)).toEqual(assistants);
    expect(await storedValues(manager, new Date(day))).toEqual(FORMER.values);
    expect(await alertedValues(manager)).toEqual(FORMER.alerted);
    const { floor } = await manager.get<{ floor: Floor[] }>('/floor?limit=10');
    expect(floor).toMatchObject([{ floorName: FORMER.floorName }]);
    const plan = await fetch(new URL(floor[0]!.mapUrl, product.addresses.url));
    expect([plan.status, plan.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('image/svg'),
    ]);
  };

  it('has lost nothing', () => expectNothingLost());

  it('loses nothing if auth is killed in the middle of its step', async () => {
    const { mongoUrl } = product.addresses;
    const mongo = new MongoClient(mongoUrl);
    const auth = mongo.db('auth');
    const resets = auth.collection<{ _id: string }>('resets');
    try {
      // The former version left these collections so.
      await auth.collection('migrations').deleteMany({});
      await resets.deleteMany({});
      const ends = new Date(Date.now() + 24 * 3_600_000);
      const rows = Array.from({ length: RESETS }, (_, number) => ({
        _id: `RESET_LIMIT person ${number}`,
        count: 1,
        until: ends,
      }));
      await auth.collection<(typeof rows)[number]>('counters').insertMany(rows);
      await product.end();

      const starting = WholeProduct.startOn(folder).catch(() => null);
      await until(async () => (await resets.estimatedDocumentCount().catch(() => 0)) > 0, {
        timeoutMs: 120_000,
        everyMs: 20,
      });
      product.kill('auth');
      expect(await resets.countDocuments()).toBeLessThan(RESETS);
      product = (await starting) ?? (await WholeProduct.startOn(folder));
      admin = await signInAdmin();
      expect(await resets.countDocuments()).toBe(RESETS);
      await expectNothingLost();
    } finally {
      await mongo.close();
    }
  }, 300_000);

  it('stays in use: the device sends with its login, and its alert fires', async () => {
    const login = JSON.parse(readFileSync(join(folder, LOGIN_FILE), 'utf8')) as MqttLogin;
    const device = await MqttDevice.connect(product.addresses.mqttPort, login);
    await device.send({ TC1: 31, seq: FORMER.values.length, timestamp: Date.now() });
    device.end();
    await until(async () => (await storedValues(admin)).at(-1) === 31);
    await until(async () => (await alertedValues(admin)).includes(31));
  });
});
