import { Counter, Gauge, Histogram } from '@telemon/platform/metrics';

export const noticesByOutcome = new Counter({
  name: 'alerting_notices_total',
  help: 'Notices by outcome: sent, delivered, held, failed, to be retried, or gathered to go out in one message',
  labelNames: ['channel', 'outcome'],
});

export const handedOver = new Histogram({
  name: 'alerting_notice_handed_over_seconds',
  help: "Time from a reading's arrival until the provider has its notice",
  labelNames: ['channel'],
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300, 3_600],
});

export const noticesWaiting = new Gauge({
  name: 'alerting_notices_waiting',
  help: 'Notices not sent yet',
});

export const oldestNoticeWaiting = new Gauge({
  name: 'alerting_oldest_notice_waiting_seconds',
  help: 'Age of the oldest notice not sent yet',
});

export const breakerOpen = new Gauge({
  name: 'alerting_provider_left_alone',
  help: 'Providers of SMS or e-mail, or MQTT brokers of alerts, whose circuit breaker is open',
  labelNames: ['channel'],
});
