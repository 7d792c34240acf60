import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { GivenDelivery } from '../../testing/given-delivery.ts';
import { GROUPED, GivenStorm } from '../../testing/given-storm.ts';

let given: GivenDelivery;
let storm: GivenStorm;

beforeAll(async () => {
  given = await GivenDelivery.prepare();
  storm = new GivenStorm(given);
});
beforeEach(() => given.begin(GROUPED));
afterEach(() => storm.end());
afterAll(() => given.drop());

describe('"back to normal" after notices that wait', () => {
  it('goes out with them', async () => {
    const ids = await storm.fire(6);
    await storm.deliver();
    await storm.clear(ids[5]!);
    await storm.group();
    await storm.deliver();
    const { raw } = given.providers.emails[4]!;
    expect(raw.indexOf('Alert 6')).toBeLessThan(raw.indexOf('Back to normal'));
    expect(raw).toContain('3 messages of alerts');
  });

  it('waits on where the notice before it is still to be sent', async () => {
    const ids = await storm.fire(4);
    await storm.clear(ids[0]!);
    await storm.clear(ids[1]!);
    await storm.group();
    const following = await given.notices.find({ kind: 'cleared' }).toArray();
    expect(following.map(({ gatheredUntil }) => gatheredUntil!.getTime() > Date.now())).toEqual([true, true]);
    await storm.deliver();
    await storm.group();
    await storm.deliver();
    expect(storm.subjects.slice(4)).toEqual(['2 messages of alerts: Back to normal']);
  });

  it('is not sent if the notice before it was not', async () => {
    const ids = await storm.fire(4);
    await storm.clear(ids[0]!);
    await given.notices.updateMany({ entryId: ids[0]!, kind: { $exists: false } }, [
      { $set: { state: 'failed' } },
      { $unset: ['dueAt'] },
    ]);
    await storm.group();
    expect(await given.notices.findOne({ kind: 'cleared' })).toMatchObject({
      state: 'failed',
      reason: 'The message before this one was not sent',
    });
  });
});
