import { Module } from '@nestjs/common';
import { OutboundAddresses } from '@telemon/platform/outbound/outbound-addresses';
import { CONFIG } from '@telemon/platform/platform.module';
import type { AlertingVariables } from '../config.ts';
import { ScopeModule } from '../scope/scope.module.ts';
import { AcknowledgeLinks } from './acknowledge-links.ts';
import { DeliveryService } from './delivery.service.ts';
import { GatheredRepository } from './gathered.repository.ts';
import { Grouping } from './grouping.ts';
import { LettersHandler } from './letters.handler.ts';
import { LettersService } from './letters.service.ts';
import { LimitCountersRepository } from './limits/limit-counters.repository.ts';
import { LimitsHandler } from './limits/limits.handler.ts';
import { LimitsService } from './limits/limits.service.ts';
import { NoticeLimits } from './limits/notice-limits.ts';
import { LiveAlerts } from './live-alerts.ts';
import { NoticeNews } from './notice-news.ts';
import { NoticeClaims } from './notice-claims.ts';
import { NoticesRepository } from './notices.repository.ts';
import { NoticesService } from './notices.service.ts';
import { TwilioReportsHandler } from './reports/twilio-reports.handler.ts';
import { TwilioReports } from './reports/twilio-reports.service.ts';
import { ReminderNeed } from './reminder-need.ts';
import { EmailSender } from './senders/email.ts';
import { MqttSender } from './senders/mqtt.ts';
import { SmsSender } from './senders/sms.ts';
import { SnoozesRepository } from './snoozes.repository.ts';
import { Snoozes } from './snoozes.ts';
import { Sweep } from './sweep.ts';
import { Waker } from './waker.ts';

@Module({
  imports: [ScopeModule],
  controllers: [LettersHandler, LimitsHandler, TwilioReportsHandler],
  providers: [
    AcknowledgeLinks,
    NoticesRepository,
    NoticeClaims,
    GatheredRepository,
    NoticeNews,
    NoticesService,
    LettersService,
    LimitCountersRepository,
    NoticeLimits,
    LimitsService,
    LiveAlerts,
    ReminderNeed,
    Snoozes,
    SnoozesRepository,
    Waker,
    SmsSender,
    EmailSender,
    MqttSender,
    TwilioReports,
    {
      provide: OutboundAddresses,
      useFactory: ({ OUTBOUND_ALLOW }: AlertingVariables) => new OutboundAddresses(OUTBOUND_ALLOW),
      inject: [CONFIG],
    },
    DeliveryService,
    Sweep,
    Grouping,
  ],
  exports: [AcknowledgeLinks, NoticesService, LiveAlerts, OutboundAddresses, ReminderNeed, Snoozes, Sweep],
})
export class DeliveryModule {}
