import { silentAfterMs } from '@telemon/contracts/devices/device-states';
import type { Reading } from '@telemon/contracts/readings';
import type { SilenceState } from '../silences/silences.repository.ts';
import type { DeviceClock } from './device-clock.ts';
import { type UsualInterval, intervalAfter } from './usual-interval.ts';

/** The watch over the silence of one device, in memory. */
export interface SilenceWatch {
  readonly kind: 'silence';
  readonly deviceName: string;
  /** Version of the device's fact; distinguishes the device from a later one of its name. */
  readonly deviceVersion: number;
  readonly partition: number;
  /** The clock of the device's partition, as it counts for the device. */
  readonly clock: DeviceClock;
  /** Minutes between two readings, as set by a user; null: learned. */
  expectedInterval: number | null;
  /** Arrival of the newest reading, epoch milliseconds. */
  lastAt: number;
  /** The heard time then; -Infinity while it is unknown. */
  heardAt: number;
  /** The heard time of the stored arrival. */
  storedHeardAt: number;
  usual: UsualInterval;
  /** The open entry of the alert log while the device is silent, else null. */
  openEntryId: string | null;
  /** Heard time of the newest reading when that entry was opened. */
  openedAt: number;
  revision: number;
  isStored: boolean;
  /** Whether it is stored over which kind of endpoint the readings come. */
  isSourceStored: boolean;
  /** Its time in the queue of the watchdog. */
  dueAt: number;
}

/** The shortest time between two writes of the arrival of a reading, ms. */
const STORED_AT_MOST_EVERY_MS = 60_000;
/** For a device that may be silent for long: how often its arrival is stored at most within that time. */
const STORED_PER_SILENCE = 5;

/** The id of a watch, among those of rules. */
export const keyOf = ({ deviceName }: Pick<SilenceWatch, 'deviceName'>): string => `silence ${deviceName}`;

/** Heard time without a reading after which the device is silent, ms. */
export const silentAfter = ({ expectedInterval, usual }: SilenceWatch): number =>
  silentAfterMs(expectedInterval, usual.ms);

/**
 * The heard time from which the device counts as silent. After a gap, or an outage of its kind of endpoint, a device has its whole interval
 * again, to connect anew.
 */
export const silenceAt = (watch: SilenceWatch): number =>
  Math.max(watch.heardAt, watch.clock.atLastGap) + silentAfter(watch);

/** The arrival of a reading is stored if it is this much later than the stored one, ms. */
export const storedEvery = (watch: SilenceWatch): number =>
  Math.max(STORED_AT_MOST_EVERY_MS, silentAfter(watch) / STORED_PER_SILENCE);

/** Notes a reading. */
export const takeReading = (
  watch: SilenceWatch,
  { receivedAt, source }: Pick<Reading, 'receivedAt' | 'source'>,
  heardAt: number,
): void => {
  if (source) watch.clock.source = source;
  const gap = watch.clock.between(watch.heardAt, heardAt);
  if (Number.isFinite(gap)) {
    const wasSilent = watch.openEntryId !== null || gap > silentAfter(watch);
    watch.usual = intervalAfter(watch.usual, gap, wasSilent);
  }
  watch.heardAt = heardAt;
  watch.lastAt = receivedAt;
};

/** The state to be stored. */
export const stateOfWatch = (watch: SilenceWatch): SilenceState => {
  const { partition, lastAt, heardAt, usual, openEntryId, revision, clock } = watch;
  const { source } = clock;
  return {
    partition,
    lastAt,
    heardAt,
    usual: { ...usual },
    openEntryId,
    revision,
    ...(source && { source }),
  };
};
