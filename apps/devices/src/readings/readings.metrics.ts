import { Counter, Gauge, Histogram } from '@telemon/platform/metrics';

export const readingsStored = new Counter({
  name: 'telemon_readings_stored_total',
  help: 'Readings stored',
});
export const readingsRepeated = new Counter({
  name: 'telemon_readings_repeated_total',
  help: 'Repeated readings, which were stored before',
});
export const deadLetters = new Counter({
  name: 'telemon_readings_dead_letters_total',
  help: 'Refused messages, by reason',
  labelNames: ['reason'],
});
export const batchReadings = new Histogram({
  name: 'telemon_readings_batch_size',
  help: 'Readings of one batch',
  buckets: [1, 3, 10, 30, 100, 300, 1_000, 3_000, 10_000],
});
export const storedAfter = new Histogram({
  name: 'telemon_readings_stored_after_seconds',
  help: 'From the arrival of a reading at the edge until it is stored; a sample of each batch',
  buckets: [0.005, 0.01, 0.02, 0.04, 0.08, 0.15, 0.25, 0.5, 1, 2.5, 5, 15, 60, 600],
});
export const messagesBehind = new Gauge({
  name: 'telemon_readings_messages_behind',
  help: 'Messages that wait to be read, by partition',
  labelNames: ['partition'],
});
