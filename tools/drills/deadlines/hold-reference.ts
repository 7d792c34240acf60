/** A reading, and when it arrived: epoch milliseconds. */
interface ArrivedReading {
  readonly seq: number;
  readonly value: number;
  readonly at: number;
}

/** An alert above its set point that has a hold time and a clear threshold. */
export interface HoldRule {
  readonly setPoint: number;
  readonly clearAt: number;
  readonly holdMs: number;
}

/** A firing that a device's readings must cause. */
export interface ExpectedFiring {
  /** The reading with which the hold time began. */
  readonly first: ArrivedReading;
  /** The end of the hold time. */
  readonly at: number;
  /** The last reading before that, which the entry names. */
  readonly seq: number;
  /** The reading that cleared it; null if none did. */
  cleared: ArrivedReading | null;
}

/** The firings of an alert, for a device whose readings arrived in the order of their numbers. */
export function firingsOf(
  readings: readonly ArrivedReading[],
  { setPoint, clearAt, holdMs }: HoldRule,
): ExpectedFiring[] {
  const firings: ExpectedFiring[] = [];
  let hold = null as { first: ArrivedReading; seq: number } | null;
  let open = null as ExpectedFiring | null;
  for (const reading of readings) {
    if (hold !== null && hold.first.at + holdMs <= reading.at) {
      open = { ...hold, at: hold.first.at + holdMs, cleared: null };
      firings.push(open);
      hold = null;
    }
    if (open === null) {
      hold = reading.value > setPoint ? { first: hold?.first ?? reading, seq: reading.seq } : null;
    } else if (reading.value <= clearAt) {
      open.cleared = reading;
      open = null;
    }
  }
  return firings;
}
