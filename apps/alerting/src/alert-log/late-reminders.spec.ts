import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { SYSTEM } from '@telemon/contracts/actor';
import { logger } from '@telemon/platform/logging';
import { until } from '@telemon/testing/waiting';
import { GivenCrossings } from '../../testing/given-crossings.ts';
import { AlertsService } from '../alerts/alerts.service.ts';
import { DeliveryService } from '../delivery/delivery.service.ts';
import { Grouping } from '../delivery/grouping.ts';
import { laneOf } from '../delivery/notice.ts';
import type { SendOutcome } from '../delivery/senders/notice-sender.ts';
import { SmsSender } from '../delivery/senders/sms.ts';
import { Snoozes } from '../delivery/snoozes.ts';
import { AlertLogService } from './alert-log.service.ts';
import { Reminders } from './reminders.ts';

logger.level = 'silent';

const FAILED: SendOutcome = { kind: 'failed', reason: 'Twilio is away', mayHaveArrived: false };
const SETTLED = 'By then it was acknowledged or over';

let given: GivenCrossings;
let outcomes: SendOutcome[];
let sent: string[];

beforeAll(async () => {
  given = await GivenCrossings.prepare();
});
beforeEach(() => {
  [outcomes, sent] = [[], []];
  jest.spyOn(given.service.get(SmsSender), 'send').mockImplementation(async ({ text }) => {
    const outcome = outcomes.shift() ?? { kind: 'sent', sid: 'SM1' };
    if (outcome.kind === 'sent') sent.push(text);
    return outcome;
  });
});
afterEach(() => void jest.restoreAllMocks());
afterAll(() => given.stop());

/** An alert of a new device that has fired, with a reminder every quarter of an hour. */
const fired = async () => {
  const { device, alert } = await given.deviceWithAlert({ remindEvery: 15, email: null });
  const process = given.newProcess();
  await process.deliver(given.readingsOf(device, [12]));
  const [{ _id: entryId } = { _id: '' }] = await given.entriesOf(device);
  const clear = () => process.deliver(given.readingsOf(device, [12, 9]).slice(1));
  return { device, alert, entryId, clear };
};
type Fired = Awaited<ReturnType<typeof fired>>;

const ofDevice = ({ device: { deviceName } }: Fired) => ({ deviceName });
const deliver = async (firing: Fired) => {
  for (const notice of await given.notices.find({ ...ofDevice(firing), dueAt: { $exists: true } }).toArray())
    await given.service.get(DeliveryService).deliver(laneOf(notice), notice._id);
};
const deliverToTheEnd = (firing: Fired) =>
  until(
    async () => {
      await deliver(firing);
      return (await given.notices.countDocuments({ ...ofDevice(firing), dueAt: { $exists: true } })) === 0;
    },
    { everyMs: 50 },
  );
const remind = async ({ entryId }: Fired) => {
  await given.log.updateOne(
    { _id: entryId, remindAt: { $exists: true } },
    { $set: { remindAt: new Date() } },
  );
  await given.service.get(Reminders).remind();
};
const reminderOf = (firing: Fired) => given.notices.findOne({ ...ofDevice(firing), kind: 'reminder' });
/** Has the reminder wait for others to its recipient, until now. */
const gather = (firing: Fired) =>
  given.notices.updateOne({ ...ofDevice(firing), kind: 'reminder' }, [
    { $set: { gatheredUntil: '$$NOW' } },
    { $unset: ['dueAt'] },
  ]);
/** A new firing whose reminder the provider did not take. */
const putOff = async () => {
  const firing = await fired();
  await deliver(firing);
  outcomes.push(FAILED);
  await remind(firing);
  await deliver(firing);
  expect(await reminderOf(firing)).toMatchObject({ state: 'queued', attempts: 1 });
  return firing;
};
const acknowledge = ({ device }: Fired) => given.service.get(AlertLogService).acknowledge(SYSTEM, device);

describe('a reminder that waits for its provider', () => {
  it.each<[string, (firing: Fired) => Promise<unknown>]>([
    ['is acknowledged', acknowledge],
    ['clears', ({ clear }) => clear()],
    ['loses its alert', ({ alert }) => given.service.get(AlertsService).remove(SYSTEM, alert.id)],
  ])('is not sent if its entry %s meanwhile', async (_how, end) => {
    const firing = await putOff();
    await end(firing);
    await deliverToTheEnd(firing);
    expect(sent.filter((text) => text.startsWith('Reminder'))).toEqual([]);
    expect(await reminderOf(firing)).toMatchObject({ state: 'failed', reason: SETTLED });
  });

  it('is not sent while its alert is snoozed', async () => {
    const firing = await putOff();
    const { id: alertId, deviceName } = firing.alert;
    await given.service.get(Snoozes).set({ alertId, deviceName }, 1, 'Mona', Date.now());
    await deliverToTheEnd(firing);
    expect(await reminderOf(firing)).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/^Snoozed until .* by Mona$/),
    });
  });

  it('is sent if its entry stays open', async () => {
    const firing = await putOff();
    await deliverToTheEnd(firing);
    expect(await reminderOf(firing)).toMatchObject({ state: 'sent' });
  });
});

it('A reminder that waits for others to its recipient goes out only if its entry is not acknowledged meanwhile', async () => {
  const [open, acknowledged] = [await fired(), await fired()];
  for (const firing of [open, acknowledged]) {
    await deliver(firing);
    await remind(firing);
    await gather(firing);
  }
  await acknowledge(acknowledged);
  await given.service.get(Grouping).group(Date.now());
  await deliver(open);
  expect(await reminderOf(open)).toMatchObject({ state: 'sent' });
  expect(await reminderOf(acknowledged)).toMatchObject({ state: 'failed', reason: SETTLED });
});

describe('a message of several reminders that waits for its provider', () => {
  /** Two firings whose reminders go out in one message, which the provider did not take. */
  const putOffTogether = async () => {
    const firings = [await fired(), await fired()];
    for (const firing of firings) {
      await deliver(firing);
      await remind(firing);
      await gather(firing);
    }
    await given.service.get(Grouping).group(Date.now());
    const { groupId } = (await reminderOf(firings[0]!))!;
    const group = async () => (await given.notices.findOne({ _id: groupId! }))!;
    const tryAgain = async () => given.service.get(DeliveryService).deliver(laneOf(await group()), groupId!);
    outcomes.push(FAILED);
    await tryAgain();
    expect(await group()).toMatchObject({ state: 'queued', attempts: 1 });
    const toTheEnd = () =>
      until(async () => {
        await tryAgain();
        return (await group()).state !== 'queued' && group();
      });
    sent = [];
    return { firings, toTheEnd };
  };

  it('is not sent if all their entries are acknowledged meanwhile', async () => {
    const { firings, toTheEnd } = await putOffTogether();
    for (const firing of firings) await acknowledge(firing);
    expect(await toTheEnd()).toMatchObject({ state: 'failed', reason: SETTLED });
    expect(sent).toEqual([]);
  });

  it('is sent if one of them is not acknowledged', async () => {
    const { firings, toTheEnd } = await putOffTogether();
    await acknowledge(firings[0]!);
    expect(await toTheEnd()).toMatchObject({ state: 'sent' });
  });
});

it('Reminders do not count while the first message still waits for its provider', async () => {
  const firing = await fired();
  for (let interval = 0; interval < 10; interval++) await remind(firing);
  expect((await given.entriesOf(firing.device))[0]!.reminders ?? 0).toBe(0);
  await deliver(firing);
  await remind(firing);
  expect(await reminderOf(firing)).toMatchObject({ state: 'queued' });
});
