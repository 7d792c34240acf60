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
  /** That of the partition, as it counts for the device. */
  readonly clock: DeviceClock;
  /** Minutes between two readings, as set by a user; null: learned. */
  expectedInterval: number | null;
  /** Arrival of the newest reading, epoch milliseconds. */
  lastAt: number;
  /** The heard time then; -Infinity while it is unknown. */
  heardAt: number;
  /** The same, as it is stored. */
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

/** Most often, ms, that the arrival of a reading is stored. */
const STORED_AT_MOST_EVERY_MS = 60_000;
/** Less often for a device that may be silent for long. */
const STORED_PER_SILENCE = 5;

/** The id of a watch, among those of rules. */
export const keyOf = ({ deviceName }: Pick<SilenceWatch, 'deviceName'>): string => `silence ${deviceName}`;

/** Heard time without a reading after which the device is silent, ms. */
export const silentAfter = ({ expectedInterval, usual }: SilenceWatch): number =>
  silentAfterMs(expectedInterval, usual.ms);

/**
 * The heard time from which the device counts as silent. After a gap, or an outage of their kind of endpoint, devices get their interval
 * again, to connect anew.
 */
export const silenceAt = (watch: SilenceWatch): number =>
  Math.max(watch.heardAt, watch.clock.atLastGap) + silentAfter(watch);

/** A newer reading is stored once it came this long after the stored one, ms: so old may a stored one be. */
export const storedEvery = (watch: SilenceWatch): number =>
  Math.max(STORED_AT_MOST_EVERY_MS, silentAfter(watch) / STORED_PER_SILENCE);

/** A reading came. */
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

/** To be stored. */
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
