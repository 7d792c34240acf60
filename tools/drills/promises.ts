interface Promised {
  readonly id: string;
  readonly says: string;
  /** The reason why a part of it is not kept yet; null if there is none. */
  readonly open: string | null;
}

/** Telemon's promises, with or without a drill. */
export const PROMISES: readonly Promised[] = [
  {
    id: 'P1',
    says: 'An accepted reading (MQTT QoS 1 acknowledged, /v1 answered 2xx) is stored; exactly once if it has a `timestamp` or a `seq`. Every datagram that is dropped before Kafka has it is counted by reason.',
    open: null,
  },
  {
    id: 'P2',
    says: 'An alert has at most one open entry, with any number of replicas and after any replay.',
    open: null,
  },
  {
    id: 'P3',
    says: 'A notice is never silently lost: it is sent, or a row gives the reason. A possible second copy says so and keeps its id.',
    open: null,
  },
  {
    id: 'P4',
    says: 'At half of the highest rate, an alert is decided within 100 ms after its reading is received, and its notice reaches the provider within a second (99th percentiles).',
    open: null,
  },
  {
    id: 'P5',
    says: 'Limits hold exactly under any concurrency.',
    open: null,
  },
  {
    id: 'P6',
    says: 'A report runs once per period; a run that was missed within the last 24 hours runs once, late.',
    open: null,
  },
  {
    id: 'P7',
    says: 'An outage of Telemon, a jump of a clock or a backlog of readings starts no storm of false alerts.',
    open: null,
  },
  {
    id: 'P8',
    says: 'A rolling update, a drained node or a kill -9 loses no reading and fails no call, if a failed GET is retried once.',
    open: null,
  },
  {
    id: 'P9',
    says: 'Overload sheds log views, log rows, dashboards and exports, in this order; never readings of known devices, never alerts.',
    open: 'no drill tries the logs or exports',
  },
  {
    id: 'P10',
    says: 'One bad message, device, tenant or provider slows the others by at most 20 % (99th percentile).',
    open: 'while the pages of a busy device are opened, other logs and the storing of readings take longer (see busy-device)',
  },
  {
    id: 'P11',
    says: 'While one server is down, no process crashes in a loop and no sign-in fails open; everything recovers by itself within 30 s after the server is back, and within a minute if none could be reached.',
    open: null,
  },
  {
    id: 'P12',
    says: 'A backup restores with one command; an upgrade from two versions back and a downgrade by one version lose nothing.',
    open: 'not built yet',
  },
];
