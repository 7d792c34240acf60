import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Device } from '@telemon/contracts/devices/devices';
import type { Floor } from '@telemon/contracts/devices/floors';
import { ApiClient } from '@telemon/testing/api-client';
import { MqttDevice, type MqttLogin } from '@telemon/testing/mqtt-device';
import { until } from '@telemon/testing/waiting';
import { WholeProduct } from '@telemon/testing/whole-product';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FORMER, LOGIN_FILE, alertedValues, storedValues } from './former-installation.ts';

/** Days of versions whose `make-data-folder.ts` packed a data folder. */
const DATA_FOLDERS = ['2026-11-22'];

describe.each(DATA_FOLDERS)('the data folder of the version of %s', (day) => {
  let folder: string;
  let product: WholeProduct;
  let admin: ApiClient;
  const signIn = ({ email, password }: { email: string; password: string }) =>
    ApiClient.signIn(product.addresses.url, email, password);

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'telemon-upgrade-'));
    execFileSync('tar', ['xzf', join(import.meta.dirname, `data-folder-of-${day}.tar.gz`), '-C', folder]);
    product = await WholeProduct.startOn(folder);
    const { adminEmail, adminPassword } = product.addresses;
    admin = await signIn({ email: adminEmail, password: adminPassword });
  }, 240_000);
  afterAll(async () => {
    await product?.end();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is migrated, and the terminal reports it', () => {
    expect(product.output).toContain('auth brings its data up to date (0001-copy-resets): done');
    expect(product.output).toContain('devices brings its data up to date (0001-complete-devices): done');
  });

  it('has lost nothing', async () => {
    const manager = await signIn(FORMER.manager);
    for (const api of [admin, manager]) {
      const { devices } = await api.get<{ devices: Device[] }>('/device?limit=10');
      expect(devices).toMatchObject([{ deviceName: FORMER.deviceName, deviceAlias: FORMER.deviceAlias }]);
    }
    expect(await storedValues(manager, new Date(day))).toEqual(FORMER.values);
    expect(await alertedValues(manager)).toEqual(FORMER.alerted);
    const { floor } = await manager.get<{ floor: Floor[] }>('/floor?limit=10');
    expect(floor).toMatchObject([{ floorName: FORMER.floorName }]);
    const plan = await fetch(new URL(floor[0]!.mapUrl, product.addresses.url));
    expect([plan.status, plan.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('image/svg'),
    ]);
  });

  it('stays in use: the device sends with its login, and its alert fires', async () => {
    const login = JSON.parse(readFileSync(join(folder, LOGIN_FILE), 'utf8')) as MqttLogin;
    const device = await MqttDevice.connect(product.addresses.mqttPort, login);
    await device.send({ TC1: 31, seq: FORMER.values.length, timestamp: Date.now() });
    device.end();
    await until(async () => (await storedValues(admin)).at(-1) === 31);
    await until(async () => (await alertedValues(admin)).includes(31));
  });
});
