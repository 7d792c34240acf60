import type { EndCause } from '@telemon/contracts/alerting/alert-log';
import type { Reading } from '@telemon/contracts/readings';
import type { Hold, RuleState } from '../rules/rule-document.ts';
import type { SilenceState } from '../silences/silences.repository.ts';
import type { FlappingNotice } from './flapping.ts';
import type { Rule } from './rule.ts';
import { type SilenceWatch, stateOfWatch } from './silence-watch.ts';

/** A rule, or the watch over the silence of a device. */
export type Changed = Rule | SilenceWatch;

export const deviceNameOf = (changed: Changed): string =>
  changed.kind === 'silence' ? changed.deviceName : changed.document.deviceName;

type StateOf<One extends Changed> = One extends Rule ? RuleState : SilenceState;

/** A time in which a rule's condition holds, or in which a device is silent: an entry of the alert log, or of the event log. */
export interface Firing {
  entryId: string;
  /** Arrival of the reading, end of the hold time, deadline, or the time from which the device counts as silent: epoch milliseconds. */
  at: number;
  /** Null unless a reading is the cause: after a hold time, the last one in it. */
  reading: Pick<Reading, 'id' | 'timestamp'> | null;
  value: number | null;
  /** Timestamp of the reading with which the condition began to hold, epoch milliseconds; null without a hold time. */
  heldSince: number | null;
  /** The arrival of the last reading before a silence, epoch milliseconds; null unless the change is a silence. */
  silentSince: number | null;
  /** When it was decided, epoch milliseconds. */
  decidedAt: number;
  /** Arrival of the reading that ended it, or when it ended otherwise, epoch milliseconds; null while it lasts. */
  clearedAt: number | null;
  clearing: Clearing | null;
  /** Whether the alert flapped when it fired. */
  isFlapping: boolean;
}

/** How a firing or a silence ended. */
export interface Clearing {
  entryId: string;
  at: number;
  /** Null unless a reading ended the firing of an alert. */
  reading: { value: number; timestamp: number } | null;
  /** Null where a reading ended it. */
  endCause: EndCause | null;
  /** Whether the alert flapped then. */
  isFlapping: boolean;
}

/** The effect of a batch of readings on one rule, or on the watch over one device. */
export interface Change<One extends Changed = Changed> {
  rule: One;
  /** Revision of its state before the batch. */
  fromRevision: number;
  /** When a Periodic alert had reached its set point before the batch. */
  fromReached: number | null;
  /** Since when the condition of an alert with a hold time held before the batch. */
  fromHold: Hold | null;
  /** State after the batch; later readings may have changed it since. */
  to: StateOf<One>;
  /** How the batch closed the entry that was open before it; null: it didn't close it. */
  closed: Clearing | null;
  firings: Map<string, Firing>;
  /** The notices that the alert flaps. */
  flapping: FlappingNotice[];
}

export const newChange = <One extends Changed>(rule: One): Change<One> => ({
  rule,
  fromRevision: rule.revision,
  fromReached: rule.kind === 'silence' ? null : rule.reached,
  fromHold: rule.kind === 'silence' ? null : rule.hold,
  to: stateOf(rule),
  closed: null,
  firings: new Map(),
  flapping: [],
});

/** The fields of a lasting firing that its cause may not have. */
export const NOTHING_MORE = {
  reading: null,
  value: null,
  heldSince: null,
  silentSince: null,
  clearedAt: null,
  clearing: null,
  isFlapping: false,
};

/** Begins a firing. @param begun Without the parts that its cause lacks */
export const open = <One extends Changed>(
  change: Change<One>,
  begun: Pick<Firing, 'entryId' | 'at' | 'decidedAt'> & Partial<Firing>,
): void => {
  const { entryId } = begun;
  change.firings.set(entryId, { ...NOTHING_MORE, ...begun });
  change.rule.openEntryId = entryId;
  note(change);
};

/** Ends the open firing. */
export const close = <One extends Changed>(
  change: Change<One>,
  ended: Pick<Clearing, 'at'> & Partial<Clearing>,
): Clearing => {
  const entryId = change.rule.openEntryId!;
  const clearing = { entryId, reading: null, endCause: null, isFlapping: false, ...ended };
  const firing = change.firings.get(entryId);
  if (firing) Object.assign(firing, { clearedAt: clearing.at, clearing });
  else change.closed = clearing;
  change.rule.openEntryId = null;
  note(change);
  return clearing;
};

/** Notes that the state of a rule has changed. */
export const note = <One extends Changed>(change: Change<One>): void => {
  const { rule } = change;
  rule.revision = change.fromRevision + 1;
  change.to = stateOf(rule);
  if (rule.kind !== 'silence') rule.storedReached = rule.reached;
};

const stateOf = <One extends Changed>(rule: One): StateOf<One> =>
  (rule.kind === 'silence' ? stateOfWatch(rule) : stateOfRule(rule)) as StateOf<One>;

const stateOfRule = (rule: Rule): RuleState => {
  const { openEntryId, changedAt, changedTimestamp, changedOffset } = rule;
  const { tied, revision, reached, partition, hold, flaps } = rule;
  return {
    openEntryId,
    changedAt,
    changedTimestamp,
    ...(changedOffset !== undefined && { changedOffset }),
    tied,
    revision,
    ...(reached !== null && { reached: { partition, heardAt: reached } }),
    ...(hold && { hold }),
    ...(flaps && { flaps }),
  };
};
