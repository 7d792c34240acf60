import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { letters } from '@telemon/contracts/alerting/letters';
import { HOUR_MS } from '@telemon/contracts/durations';
import type { UserState } from '@telemon/contracts/facts';
import { unavailable } from '@telemon/platform/errors';
import { logger } from '@telemon/platform/logging';
import { Asker } from '@telemon/platform/messaging/asker';
import { Mongo } from '@telemon/platform/mongo';
import { metricsText } from '@telemon/platform/metrics';
import { GivenDevices } from '../../testing/given-devices.ts';
import { DiskGuard } from './disk-guard.ts';
import { DiskLetters } from './disk-letters.ts';
import { DiskModule } from './disk.module.ts';
import { DiskWarnings } from './disk-warnings.repository.ts';

const GB = 1024 ** 3;
const free = (gigabytes: number) => ({ totalBytes: 100 * GB, usedBytes: (100 - gigabytes) * GB });
const NOW = Date.now();
const user = (id: string, userRole: UserState['userRole']): UserState => ({
  id,
  name: id,
  email: `${id}@example.com`,
  contact: '',
  userRole,
  companyName: '',
  locationId: null,
  locationName: '',
  managerId: null,
  smsLimit: 0,
  alertContactStatus: 0,
});

let service: GivenDevices;
let guard: DiskGuard;
/** Another replica. */
let other: DiskGuard;
const idle = { onStart: () => undefined, onStop: () => undefined } as never;
const replica = () =>
  new DiskGuard(service.get(Mongo), service.get(DiskWarnings), service.get(DiskLetters), idle);

beforeAll(async () => {
  service = await GivenDevices.prepare(DiskModule);
  [guard, other] = [replica(), replica()];
});
beforeEach(async () => void (await service.database.db.collection('disk_warnings').deleteMany({})));
afterEach(() => void jest.restoreAllMocks());
afterAll(() => service.stop());

describe('the guard of the disk', () => {
  it('knows the space of a real disk', async () => {
    const space = await service.get(Mongo).diskSpace();
    expect(space!.totalBytes).toBeGreaterThan(GB / 10);
    expect(space!.usedBytes).toBeGreaterThan(0);
    expect(space!.usedBytes).toBeLessThanOrEqual(space!.totalBytes);
  });

  it('writes to each admin once per warning, also with several replicas, and again after there was space', async () => {
    const ask = jest.spyOn(service.get(Asker), 'ask').mockResolvedValue(null);
    const warn = jest.spyOn(logger, 'warn').mockImplementation(() => undefined);
    const letterTo = (email: string, since: number) => ({
      email,
      contact: null,
      id: `disk-${since}-${email.split('@')[0]}`,
      text: expect.stringContaining("Of the 100.0 GB of the database's disk, 9.0 GB are free."),
    });
    await guard.judge(free(50), NOW);
    expect(guard.disk).toEqual({ totalBytes: 100 * GB, freeBytes: 50 * GB, daysLeft: null, isLow: false });
    expect(warn).not.toHaveBeenCalled();

    // No admin is known yet.
    await guard.judge(free(9), NOW + 1);
    expect(guard.disk).toMatchObject({ isLow: true });
    expect(await metricsText()).toContain('telemon_database_disk_low 1');
    expect(ask).not.toHaveBeenCalled();

    await service.know(user('ada', 'admin'), user('alan', 'admin'), user('mona', 'manager'));
    ask.mockRejectedValueOnce(unavailable());
    await expect(guard.judge(free(9), NOW + 2)).rejects.toThrow();
    ask.mockClear();
    for (const each of [guard, other, guard]) await each.judge(free(9), NOW + 3);
    expect(ask.mock.calls.map(([call]) => call)).toEqual([letters.post, letters.post]);
    expect(ask.mock.calls.map(([, letter]) => letter)).toMatchObject([
      letterTo('ada@example.com', NOW + 1),
      letterTo('alan@example.com', NOW + 1),
    ]);
    expect(letters.post.request.safeParse(ask.mock.calls[0]![1]).success).toBe(true);
    expect(warn.mock.calls).toEqual(
      Array.from({ length: 2 }, () => [
        { cause: 'space', freeBytes: 9 * GB, totalBytes: 100 * GB, daysLeft: null },
        'the disk of the database will be full soon',
      ]),
    );

    await other.judge(free(30), NOW + 4);
    expect(other.disk).toMatchObject({ isLow: false });
    ask.mockClear();
    for (const each of [guard, other]) await each.judge(free(9), NOW + 5);
    expect(ask.mock.calls.map(([, letter]) => letter)).toMatchObject([
      letterTo('ada@example.com', NOW + 5),
      letterTo('alan@example.com', NOW + 5),
    ]);
  });

  it('judges the growth by the looks of all replicas, also of just started ones', async () => {
    await service.know(user('ada', 'admin'));
    jest.spyOn(logger, 'warn').mockImplementation(() => undefined);
    const ask = jest.spyOn(service.get(Asker), 'ask').mockResolvedValue(null);
    let gigabytes = 80;
    for (let hour = 0; hour <= 25; hour++) {
      const replicas = hour < 12 ? [guard] : [guard, other];
      for (const each of replicas) await each.judge(free(gigabytes), NOW + hour * HOUR_MS);
      gigabytes -= hour < 12 ? 2 : 0.1;
    }
    expect(guard.disk).toMatchObject({ isLow: true, daysLeft: other.disk!.daysLeft });
    const admins = new Set(ask.mock.calls.map(([, letter]) => (letter as { email: string }).email));
    expect(ask).toHaveBeenCalledTimes(admins.size);
    const started = replica();
    await started.judge(free(gigabytes), NOW + 25 * HOUR_MS + 60_000);
    expect(started.disk!.daysLeft).toBeCloseTo(other.disk!.daysLeft!, 0);
  });

  it('warns also while the database refuses to write', async () => {
    jest.spyOn(logger, 'warn').mockImplementation(() => undefined);
    await guard.judge(free(50), NOW);
    const refusal = new Error('out of disk space');
    jest.spyOn(service.get(DiskWarnings), 'begin').mockRejectedValue(refusal);
    await expect(guard.judge(free(1), NOW + 1)).rejects.toBe(refusal);
    expect(guard.disk).toMatchObject({ isLow: true, freeBytes: GB });
  });
});
