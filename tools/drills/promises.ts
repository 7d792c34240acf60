export interface Promised {
  readonly id: string;
  readonly says: string;
  /** Why it is not kept yet, as far as it is not; null where all of it is. */
  readonly open: string | null;
}

/** What Telemon promises, drilled or not. */
export const PROMISES: readonly Promised[] = [
  {
    id: 'P1',
    says: 'A reading that was accepted (MQTT QoS 1 acknowledged, /v1 answered 2xx) is stored, and exactly once where it has a `timestamp` or a `seq`. Every datagram that is dropped before Kafka has it is counted by reason.',
    open: null,
  },
  {
    id: 'P2',
    says: 'An alert has one open entry at most, under any number of replicas and any replay.',
    open: null,
  },
  {
    id: 'P3',
    says: 'A notice is never silently lost: it is sent, or a row says why not. A possible second copy says so and keeps its id.',
    open: 'notices over MQTT do not exist yet',
  },
  {
    id: 'P4',
    says: 'A reading is received and its alert decided within 100 ms (99 of 100), and handed to the provider within a second, at half of the highest rate.',
    open: null,
  },
  {
    id: 'P5',
    says: 'Limits hold exactly, under any concurrency.',
    open: 'limits on calls and uploads are counted by each gateway for itself',
  },
  {
    id: 'P6',
    says: 'A report runs once per period; a run that was missed within 24 hours runs once, late.',
    open: 'reports do not exist yet',
  },
  {
    id: 'P7',
    says: 'An outage of our own, a clock that jumps or a backlog starts no storm of false alerts.',
    open: 'Periodic alerts do not exist yet',
  },
  {
    id: 'P8',
    says: 'A rolling update, a drained node or a kill -9 fails no call after one retry of a GET, and loses no reading.',
    open: null,
  },
  {
    id: 'P9',
    says: 'Overload sheds log views, log rows, dashboards and exports in this order; never readings of known devices, never alerts.',
    open: 'the logs hold refusals only, exports do not exist yet',
  },
  {
    id: 'P10',
    says: 'One bad message, device, tenant or provider does not slow the others by more than 20 % (99 of 100).',
    open: null,
  },
  {
    id: 'P11',
    says: 'While one server is down nothing crashes in a loop and no sign-in fails open; everything recovers by itself within 30 s after it is back.',
    open: null,
  },
  {
    id: 'P12',
    says: 'A backup restores in one command; an upgrade from two versions back, and the way back of one, lose nothing.',
    open: 'not built yet',
  },
];
