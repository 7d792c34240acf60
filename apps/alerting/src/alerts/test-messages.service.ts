import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '@telemon/contracts/actor';
import type { TestOutcome } from '@telemon/contracts/alerting/alert-changes';
import { Mongo } from '@telemon/platform/mongo';
import { CONFIG } from '@telemon/platform/platform.module';
import { type RateLimit, RateLimits } from '@telemon/platform/redis/rate-limits';
import { ObjectId } from 'mongodb';
import type { AlertingVariables } from '../config.ts';
import { NoticesService } from '../delivery/notices.service.ts';
import { sampleAnnouncementOf } from '../evaluation/sample-announcement.ts';
import { KnownDevices } from '../scope/known-devices.ts';
import { tooManyTests } from './alerts.errors.ts';
import { AlertsRepository } from './alerts.repository.ts';
import { changeableBy } from './changeable-alert.ts';

const TESTS_AN_HOUR = 5;

/** Sends test messages of alerts. They are notices without an alert-log entry: nothing fires, and the status stays. */
@Injectable()
export class TestMessages {
  private readonly rate: RateLimit;

  constructor(
    private readonly repository: AlertsRepository,
    private readonly notices: NoticesService,
    private readonly devices: KnownDevices,
    private readonly mongo: Mongo,
    @Inject(CONFIG) private readonly config: Pick<AlertingVariables, 'TIMEZONE'>,
    limits: RateLimits,
  ) {
    this.rate = limits.define({ name: 'ALERT_TESTS', most: TESTS_AN_HOUR, periodS: 3_600 });
  }

  /** Sends a test message, and returns its outcome over each channel. @throws tooManyTests beyond five an hour and alert */
  async send(actor: Actor, id: string): Promise<TestOutcome> {
    const alert = changeableBy(actor, await this.repository.inScope(id, this.devices.scopeOf(actor)));
    const waitMs = await this.rate.take(id);
    if (waitMs > 0) {
      const waitS = Math.ceil(waitMs / 1_000);
      throw tooManyTests({ waitS }, { retryAfterS: waitS });
    }
    const testId = new ObjectId().toHexString();
    const naming = this.devices.namingOf(alert.deviceName);
    const announcement = sampleAnnouncementOf(alert, testId, naming, this.config.TIMEZONE, Date.now());
    const announced = await this.mongo.transaction((session) =>
      this.notices.announce([{ ...announcement, isTest: true }], session),
    );
    this.notices.send(announced);
    const { copies: _, ...own } = (await this.notices.outcomesOf([testId])).get(testId)!.delivery;
    return own;
  }
}
