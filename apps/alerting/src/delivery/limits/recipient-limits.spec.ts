import { describe, expect, it } from '@jest/globals';
import { FactCopies } from '@telemon/platform/facts/fact-copies';
import { Mongo } from '@telemon/platform/mongo';
import { aDevice } from '@telemon/testing/builders';
import { freshDatabase } from '@telemon/testing/database';
import { prepareService } from '@telemon/testing/service';
import { alertingVariables } from '../../../testing/alerting-variables.ts';
import { applyManagerFact } from '../../../testing/manager-fact.ts';
import { AlertingModule } from '../../alerting.module.ts';
import { LimitsService } from './limits.service.ts';
import type { LimitedNotice } from './notice-limits.ts';

describe('the day’s limit', () => {
  const strict = async (limits: Record<string, string>) => {
    const own = await freshDatabase();
    const config = alertingVariables(own, { RATE_LIMITS: 'on', ...limits });
    const replica = await prepareService({ app: 'alerting', config, module: AlertingModule });
    await applyManagerFact(replica);
    const [one, other] = [aDevice(), aDevice()];
    for (const device of [one, other]) {
      const fact = { kind: 'device', key: device.deviceName, version: 1, state: device } as const;
      await replica.get(FactCopies).of('device').apply([fact]);
    }
    const count = async (notices: LimitedNotice[]) => {
      const { reasons } = await replica
        .get(Mongo)
        .transaction((session) => replica.get(LimitsService).count(notices, session, Date.now()));
      return reasons;
    };
    const stop = async () => {
      await replica.stop();
      await own.drop();
    };
    return { one: one.deviceName, other: other.deviceName, count, stop };
  };

  it('of a mailbox covers its address in capital and small letters', async () => {
    const { one, count, stop } = await strict({ EMAIL_RECIPIENT_DAY_LIMIT: '1' });
    const reasons = await count(
      ['mona@example.com', 'Mona@example.com', 'mona@EXAMPLE.com'].map((to) => ({
        deviceName: one,
        channel: 'email',
        to,
      })),
    );
    const usedUp = 'The limit of 1 e-mail a day to this recipient is used up';
    expect(reasons).toEqual([null, usedUp, usedUp]);
    await stop();
  });

  it('of a recipient covers all devices, and each number and address has its own', async () => {
    const { one, other, count, stop } = await strict({
      SMS_RECIPIENT_DAY_LIMIT: '2',
      EMAIL_RECIPIENT_DAY_LIMIT: '1',
    });
    const sms = (deviceName: string, to: string) => ({ deviceName, channel: 'sms' as const, to });
    const email = (deviceName: string, to: string) => ({ deviceName, channel: 'email' as const, to });
    expect(
      await count([sms(one, '+15005550001'), sms(other, '+15005550001'), email(one, 'a@example.com')]),
    ).toEqual([null, null, null]);
    expect(
      await count([
        sms(other, '+15005550001'),
        sms(other, '+15005550002'),
        email(other, 'a@example.com'),
        email(other, 'b@example.com'),
      ]),
    ).toEqual([
      'The limit of 2 SMS a day to this recipient is used up',
      null,
      'The limit of 1 e-mail a day to this recipient is used up',
      null,
    ]);
    await stop();
  });

  it('of the installation covers all SMS', async () => {
    const { one, other, count, stop } = await strict({ SMS_DAY_LIMIT: '2' });
    const notices = [one, other, one].map((deviceName, at) => ({
      deviceName,
      channel: 'sms' as const,
      to: `+1500555000${at}`,
    }));
    expect(await count(notices)).toEqual([null, null, 'The installation’s limit of 2 SMS a day is used up']);
    await stop();
  });
});
