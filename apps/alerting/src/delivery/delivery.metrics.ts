import { Counter, Gauge, Histogram } from '@telemon/platform/metrics';

export const noticesByOutcome = new Counter({
  name: 'alerting_notices_total',
  help: 'Notices by what became of them: sent, held, failed, or put off to be tried again',
  labelNames: ['channel', 'outcome'],
});

export const handedOver = new Histogram({
  name: 'alerting_notice_handed_over_seconds',
  help: 'From the arrival of the reading to its notice being with the provider',
  labelNames: ['channel'],
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300, 3_600],
});

export const noticesWaiting = new Gauge({
  name: 'alerting_notices_waiting',
  help: 'Notices that are still to be sent',
});

export const oldestNoticeWaiting = new Gauge({
  name: 'alerting_oldest_notice_waiting_seconds',
  help: 'Age of the oldest notice that is still to be sent',
});

export const providerLeftAlone = new Gauge({
  name: 'alerting_provider_left_alone',
  help: '1 while a provider fails and is left alone',
  labelNames: ['channel'],
});
