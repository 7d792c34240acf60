import type { Channel, ValueType } from '@telemon/contracts/readings';
import { type ShapeOf, schemaOf } from '@telemon/platform/mongo-schema';

/** When the set point of a Periodic alert was reached last, in the heard time of its device's partition. */
interface Reached {
  partition: number;
  heardAt: number;
}

/** A reading with which the condition of an alert holds. Times are epoch milliseconds. */
export interface HoldingReading {
  readingId: string;
  value: number;
  /** Its arrival. */
  at: number;
  timestamp: number;
}

/** While the condition of an alert holds, but not yet for its hold time. */
export interface Hold {
  partition: number;
  /** Heard time of the first reading. */
  heardAt: number;
  first: HoldingReading;
  /** The newest one. Stored before the offset up to which readings are compared. */
  last: HoldingReading;
}

/** The last notice that an alert flaps. */
export interface ToldOfFlapping {
  /** Heard time. */
  heardAt: number;
  /** The same as an instant, epoch milliseconds. */
  at: number;
  /** How often the alert has fired or cleared since. */
  changes: number;
}

/** The recent changes of an alert, which show whether it flaps. */
export interface Flaps {
  partition: number;
  /** Heard times at which it fired or cleared, the newest last. */
  recent: number[];
  /** The entry that it opened or closed last. */
  entryId: string;
  /** Set while it flaps. */
  told?: ToldOfFlapping | null;
}

/** Whether a rule's condition holds, and the times of the reading that changed it last. */
export interface RuleState {
  /** The open entry of the alert log or the event log while the condition holds, else null. */
  openEntryId: string | null;
  /** Arrival of the reading that changed it last, or of its creation: epoch milliseconds. */
  changedAt: number;
  /** Timestamp of that reading, epoch milliseconds. */
  changedTimestamp: number;
  /** Offset of that reading's message in `telemetry.raw`. Earlier versions of Telemon didn't store it. */
  changedOffset?: number;
  /**
   * Hashes of the ids of that reading and of earlier ones with its arrival time or timestamp, which times can't tell apart.
   * Earlier versions of Telemon didn't store them.
   */
  tied?: readonly number[];
  /** Only of a Periodic alert; absent until it is known. Up to a minute older than the truth. */
  reached?: Reached | null;
  /** Only of an alert with a hold time, while its condition holds for less. */
  hold?: Hold | null;
  /** Only of an alert that has fired. */
  flaps?: Flaps | null;
  /** Number of changes; a change must name the present one (optimistic lock). */
  revision: number;
}

/** The fields that alerts and events have in common. */
export interface RuleDocument {
  _id: string;
  deviceName: string;
  /** Version of the device's fact at the rule's creation; distinguishes the device from a later one of its name. */
  deviceVersion: number;
  sensorId: Channel;
  /** The sensor's name at the rule's creation; shown if the device has no sensor there any more. */
  sensorName: string;
  valueType: ValueType;
  createdBy: string;
  createdAt: Date;
  state: RuleState;
}

const holdingReading = schemaOf<HoldingReading>({
  readingId: String,
  value: Number,
  at: Number,
  timestamp: Number,
});

export const RULE_SHAPE = {
  _id: String,
  deviceName: String,
  deviceVersion: Number,
  sensorId: Number,
  sensorName: String,
  valueType: String,
  createdBy: String,
  createdAt: Date,
  state: {
    openEntryId: String,
    changedAt: Number,
    changedTimestamp: Number,
    changedOffset: Number,
    tied: [Number],
    reached: schemaOf<Reached>({ partition: Number, heardAt: Number }),
    hold: schemaOf<Hold>({
      partition: Number,
      heardAt: Number,
      first: holdingReading,
      last: holdingReading,
    }),
    flaps: schemaOf<Flaps>({
      partition: Number,
      recent: [Number],
      entryId: String,
      told: schemaOf<ToldOfFlapping>({ heardAt: Number, at: Number, changes: Number }),
    }),
    revision: Number,
  },
} satisfies ShapeOf<RuleDocument>;

/** A rule ignores readings that arrived before its creation. This is the tolerance for clock skew between machines. */
export const CLOCKS_DIFFER_BY_MS = 5_000;

/** The state of a new rule. */
export const firstState = (createdAt: Date): RuleState => ({
  openEntryId: null,
  changedAt: createdAt.getTime() - CLOCKS_DIFFER_BY_MS,
  changedTimestamp: 0,
  revision: 0,
});

/** When a rule began in a state that no reading has changed. */
export const beginningOf = ({ changedAt }: Pick<RuleState, 'changedAt'>): number =>
  changedAt + CLOCKS_DIFFER_BY_MS;

/** The state of a rule that was changed or resumed at a time: it is compared anew, from the next reading on. */
export const stateAnew = ({ revision }: RuleState, at: Date): RuleState => ({
  ...firstState(at),
  revision: revision + 1,
});

/** The state of a rule of which readings decide as before: only its revision, so that no outdated copy of the rule decides. */
export const stateAsBefore = (before: RuleState): RuleState => ({ ...before, revision: before.revision + 1 });
