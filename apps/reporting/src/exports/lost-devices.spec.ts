import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Actor } from '@telemon/contracts/actor';
import { users } from '@telemon/contracts/auth/users';
import { deviceLosses } from '@telemon/contracts/devices/device-losses';
import type { NewExport } from '@telemon/contracts/reporting/exports';
import { logger } from '@telemon/platform/logging';
import { receivedFile } from '@telemon/testing/received-file';
import { GivenReporting, aManager } from '../../testing/given-reporting.ts';
import type { ExportsService } from './exports.service.ts';

logger.level = 'silent';

let given: GivenReporting;
let service: ExportsService;
beforeAll(async () => {
  given = await GivenReporting.prepare();
  service = given.exportsService();
});
let meanwhile: () => void;
beforeEach(async () => {
  await given.begin();
  meanwhile = () => undefined;
  given.streamReadings(async (file) => {
    await file.write(Buffer.from('row'));
    meanwhile();
  });
});
afterAll(() => given.stop());

const m1 = aManager('m1');
const READINGS: NewExport = { rows: 'readings', format: 'csv', query: { deviceName: 'pump01' } };
const LOST = {
  code: 'HoldsLostDevices',
  failure: {
    kind: 'not-found',
    message: 'This export holds devices that you no longer have. Order it anew',
  },
};

const made = async (by: Actor = m1, wanted = READINGS) => {
  const { id } = await service.order(by, wanted);
  await given.exportsWorker().pass();
  return id;
};
const fetched = (id: string, by: Actor = m1, format = READINGS.format) =>
  receivedFile((inbox) => service.file(by, { id, format }, inbox));
const questionsAboutLosses = () =>
  given.others.questions.filter(({ subject }) => subject === deviceLosses.since.subject);

describe('an export whose user loses a device', () => {
  it('while it is made begins anew', async () => {
    meanwhile = () => given.answerLoss(true);
    const id = await made();
    expect(await service.get(m1, id)).toMatchObject({
      state: 'waiting',
      reason: 'Devices of yours were given to others while it was made',
    });
    meanwhile = () => given.answerLoss(false);
    await given.freeAll();
    await given.exportsWorker().pass();
    expect((await fetched(id)).bytes.toString()).toBe('row');
    expect(await given.files.distinct('_id.claim')).toEqual([2]);
  });

  it('after it is made is not handed out any more, and says so in the list', async () => {
    const id = await made();
    await fetched(id);
    given.answerLoss(true);
    await expect(fetched(id)).rejects.toMatchObject(LOST);
    expect(await service.get(m1, id)).toMatchObject({
      state: 'failed',
      fileName: null,
      reason: LOST.failure.message,
    });
    expect(await given.files.countDocuments()).toBe(0);
  });

  it('is not handed out while the devices service does not answer', async () => {
    const id = await made();
    const refusal = { code: 'Unavailable', kind: 'unavailable', message: 'Not now' } as const;
    given.others.refuse(deviceLosses.since, refusal);
    await expect(fetched(id)).rejects.toMatchObject({ code: 'Unavailable' });
    expect((await service.get(m1, id)).state).toBe('done');
  });
});

describe('the question whether devices are lost', () => {
  it('is asked in the name of the user, since the rows were read, and about one device if the export has one', async () => {
    const id = await made();
    await fetched(id);
    const deviceName = 'pump01';
    expect(questionsAboutLosses()).toMatchObject([
      { actor: m1, request: { deviceName, mark: null } },
      { actor: m1, request: { deviceName, mark: 'm' } },
      { actor: m1, request: { deviceName, mark: 'm' } },
    ]);
  });

  it('is about all devices for a list of them', async () => {
    given.answerDevices();
    await service.order(m1, { rows: 'device', format: 'csv', query: {} });
    await given.exportsWorker().pass();
    expect(questionsAboutLosses()[0]).toMatchObject({ request: { deviceName: null, mark: null } });
  });

  it.each<[string, Actor, NewExport]>([
    ['of an admin', { id: 'a1', role: 'admin', managerId: null, mqttAdmin: false }, READINGS],
    ['without devices', m1, { rows: 'user', format: 'csv', query: {} }],
  ])('is not asked for an export %s', async (_which, by, wanted) => {
    const { role: userRole, managerId } = by;
    given.answerUser('mona@example.com', { userRole, managerId });
    given.others.answer(users.list, { users: [], pagination: { totalCount: 0 } });
    given.answerLoss(true);
    const id = await made(by, wanted);
    await fetched(id, by, wanted.format);
    expect(questionsAboutLosses()).toEqual([]);
  });
});
